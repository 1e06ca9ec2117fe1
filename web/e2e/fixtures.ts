import { test as base, expect, type Browser, type BrowserContext, type Page } from '@playwright/test';
import { u8aToHex } from '@polkadot/util';
import { cryptoWaitReady } from '@polkadot/util-crypto';
import { BLOCK_TIME, DevNode, USUAL, type Settings } from './node';
import { keyOf } from './wallet';

export { expect };

export const VARA = 1_000_000_000_000n;

/** The button that takes a seat and leaves the move for later. */
export const SEAT = /^Take a seat.*choose later$/;

/** The button that takes a seat with a move. */
export const JOIN = /^Play (Rock|Paper|Scissors|Lizard|Spock)/;

/** A person with an own browser. */
export class Player {
  constructor(
    readonly page: Page,
    readonly name: string,
    private readonly node: DevNode,
  ) {
    // The page asks before a person leaves it with a move that is not revealed.
    page.on('dialog', (dialog) => void dialog.accept());
  }

  /** The same person, or another one, in a new tab of the same browser. */
  async again(name = this.name): Promise<Player> {
    return new Player(await this.page.context().newPage(), name, this.node);
  }

  async open(hash: string): Promise<void> {
    await this.page.goto(`./#${hash}?node=${encodeURIComponent(this.node.url)}`);
    await expect(this.page.locator('.network.online')).toBeVisible();
  }

  async choose(name = this.name): Promise<void> {
    await this.page
      .getByRole('button', { name: /^(Choose an account|Account:)/ })
      .first()
      .click();
    const dialog = this.page.getByRole('dialog');
    await dialog.getByRole('button', { name, exact: true }).click();
    await this.hasAccount(name);
  }

  hasAccount(name = this.name): Promise<void> {
    return expect(this.page.getByRole('button', { name: `Account: ${name}` })).toBeVisible();
  }

  async openTable(program: string): Promise<void> {
    await this.open(`/table/${program}`);
    await expect(this.page.getByRole('heading', { level: 1 })).toBeVisible();
  }

  /** Opens a table with the own account. A new tab begins with it, as if it had been chosen there before. */
  async visit(program: string): Promise<void> {
    const isNew = this.page.url() === 'about:blank';
    if (isNew) {
      await cryptoWaitReady();
      await this.page.addInitScript(startAs, `dev/${u8aToHex(keyOf(`//${this.name}`).publicKey)}`);
    }
    await this.openTable(program);
    await (isNew ? this.hasAccount() : this.choose());
  }

  /** Opens a new table as its owner, visits it, and returns its id. */
  async ownTable(settings: Settings = {}): Promise<string> {
    const program = await this.node.openTable(settings, this.name);
    await this.visit(program);
    return program;
  }

  /** Deploys a table by the page's form, and returns its id. */
  async deploy(settings: Settings = {}): Promise<string> {
    const { page } = this;
    await this.open('/deploy');
    await this.choose();
    await page.getByLabel('Bet (VARA)').fill(settings.bet ?? USUAL.bet);
    await page.getByLabel('Seats', { exact: true }).fill(settings.seats ?? USUAL.seats);
    const durations = [
      ['Time to sit down', settings.entry ?? USUAL.stage],
      ['Time to choose', settings.move ?? USUAL.stage],
      ['Time to show', settings.reveal ?? USUAL.stage],
    ] as const;
    for (const [label, [amount, unit]] of durations) {
      await page.getByLabel(label, { exact: true }).fill(amount);
      await page.getByLabel(`${label}: Unit`).selectOption(unit);
    }
    const modern = settings.seats === '2' ? 'Knockout' : 'All against all, by points';
    const usual = settings.isModern ? modern : 'All against all, replayed';
    await page.getByRole('radio', { name: settings.format ?? usual }).click();
    await page.getByRole('switch', { name: 'Start when full' }).setChecked(settings.isModern ?? false);
    await page.getByRole('button', { name: 'Create the table' }).click();
    await this.passInvitation();
    await expect(page.getByRole('heading', { name: 'Take your seats' })).toBeVisible();
    return this.programShown('table');
  }

  /** The id of the program whose screen this is, or soon is: the page may be still on its way there. */
  async programShown(screen: 'table' | 'tic-tac-toe'): Promise<string> {
    const address = new RegExp(`#/${screen}/(0x[0-9a-f]{64})`);
    await expect(this.page).toHaveURL(address);
    const program = address.exec(this.page.url())?.[1];
    if (!program) throw new Error(`no ${screen} in ${this.page.url()}`);
    return program;
  }

  /** Closes the invitation that the page opens for a new table. */
  async passInvitation(): Promise<void> {
    await expect(this.page.getByRole('dialog', { name: 'Invite to this table' })).toBeVisible();
    await this.leaveDialog();
  }

  async leaveDialog(): Promise<void> {
    const dialog = this.page.getByRole('dialog');
    // The dialog hears keys only once it has the focus.
    await expect(dialog.locator(':focus')).toBeVisible();
    await this.page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  }

  /** Goes on from the result of the last game, if the page shows it. */
  async goOn(): Promise<void> {
    const again = this.page.getByRole('button', { name: /^(Play again|Sit down, choose later|To the next game)$/ });
    const seats = this.page.getByRole('button', { name: SEAT });
    await expect(again.or(seats).or(this.page.locator('.act')).first()).toBeVisible();
    if (await again.isVisible()) await again.click();
  }

  async register(): Promise<void> {
    await this.goOn();
    await this.page.getByRole('button', { name: SEAT }).click();
    await this.hasSeat();
  }

  /** Waits for the table's own word. On the way there, the first screen says the same. */
  hasSeat(): Promise<void> {
    return expect(this.page.locator('.act').getByRole('heading', { name: 'You have a seat' })).toBeVisible();
  }

  /** Takes a seat with the first move. */
  async join(move: string): Promise<void> {
    await this.goOn();
    await this.page.getByRole('radio', { name: move, exact: true }).click();
    await this.page.getByRole('button', { name: `Play ${move}` }).click();
  }

  async commit(move: string): Promise<void> {
    await this.page.getByRole('radio', { name: move, exact: true }).click();
    await this.page.getByRole('button', { name: `Play ${move}` }).click();
  }

  /** Commits to a move, and waits until the chain has it. */
  async seal(move: string): Promise<void> {
    await this.commit(move);
    await this.hasSealed();
  }

  hasSealed(): Promise<void> {
    return expect(this.page.getByRole('heading', { name: 'Your move is sealed' })).toBeVisible();
  }

  /** Goes to the page's first screen by the logo. */
  async goHome(): Promise<void> {
    await this.page.getByRole('link', { name: 'Rock Paper Scissors Lizard Spock' }).click();
    await expect(this.page.getByRole('heading', { level: 1, name: 'Beat the bot, then a stranger' })).toBeVisible();
  }

  async switchRevealForMe(isOn: boolean): Promise<void> {
    await this.page.getByRole('switch', { name: 'Show my move for me' }).setChecked(isOn);
  }

  async balance(): Promise<string> {
    await this.page.getByRole('button', { name: /^Account:/ }).click();
    const balance = this.page.getByRole('dialog').locator('.chosen strong');
    await expect(balance).toHaveText(/\d/);
    const shown = await balance.innerText();
    await this.leaveDialog();
    return shown;
  }

  stage(title: string | RegExp): Promise<void> {
    return expect(this.page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  }
}

/** Makes an account the one that was chosen in this tab, and the last one that was chosen in this browser. */
function startAs(account: string): void {
  if (sessionStorage.getItem('rpsls/account') !== null) return;
  sessionStorage.setItem('rpsls/account', account);
  const preferences = JSON.parse(localStorage.getItem('rpsls/preferences') ?? '{}') as object;
  localStorage.setItem('rpsls/preferences', JSON.stringify({ ...preferences, account }));
}

/** A table at which Alice and Bob are to move. */
export async function toMove(
  world: World,
  someone?: Player,
  other?: Player,
  settings: Settings = {},
): Promise<[alice: Player, bob: Player]> {
  const [alice, bob] = [someone ?? (await world.join('Alice')), other ?? (await world.join('Bob'))];
  // The last seat starts the game, so nobody waits for the end of registration.
  const program = await alice.ownTable({ seats: '2', isModern: true, ...settings });
  await bob.visit(program);
  await alice.register();
  await bob.page.getByRole('button', { name: SEAT }).click();
  await alice.stage(STAGES.moves);
  await bob.stage(STAGES.moves);
  return [alice, bob];
}

/** The number in an amount that the page shows. */
export function numberOf(amount: string): number {
  return Number(amount.replace(/[^\d.]/g, ''));
}

export interface World {
  node: DevNode;
  browser: Browser;
  join: (name: string) => Promise<Player>;
}

/** The settings of a test's node. */
export interface NodeOptions {
  /** Whether it has `gear_readState`. */
  readsState: boolean;
}

export const test = base.extend<{ world: World } & NodeOptions>({
  readsState: [true, { option: true }],
  world: async ({ browser, contextOptions, baseURL, readsState }, use) => {
    const node = await DevNode.start(0, BLOCK_TIME, readsState);
    const contexts: BrowserContext[] = [];
    const join = async (name: string): Promise<Player> => {
      const context = await browser.newContext({ ...contextOptions, baseURL: baseURL ?? '' });
      contexts.push(context);
      return new Player(await context.newPage(), name, node);
    };
    await use({ node, browser, join });
    await Promise.all(contexts.map((context) => context.close()));
    await node.stop();
  },
});

/** Passes the time of the table's alarm, whoever armed it. That frees the alarm's deposit. */
export async function letAlarmRun(world: World): Promise<void> {
  // A stage of round 1 lasts until registration would have ended, and then its own time.
  await world.node.advanceBlocks(402);
}

/** The button that reveals a move, whichever it is. The log has another button that shows all of it. */
export const SHOW = /^Show (Rock|Paper|Scissors|Lizard|Spock)$/;

export const STAGES = {
  /** While the page shows a result, the bar is about that game. */
  lobby: /^(Take your seats|Game \d+ is over)$/,
  moves: 'Choose in secret',
  reveals: /^(Locked in|Moves are shown)$/,
} as const;
