import { test as base, expect, type Browser, type BrowserContext, type Page } from '@playwright/test';
import { DevNode } from './node';

export { expect };

export interface Settings {
  bet?: string;
  seats?: string;
  /** Amounts and units of the three stages. */
  entry?: [string, string];
  move?: [string, string];
  reveal?: [string, string];
}

/** A person with a browser of their own. */
export class Player {
  constructor(
    readonly page: Page,
    readonly name: string,
    private readonly node: DevNode,
  ) {}

  async open(hash: string): Promise<void> {
    await this.page.goto(`./#${hash}?node=${encodeURIComponent(this.node.url)}`);
    await expect(this.page.locator('.network.online')).toBeVisible();
  }

  async choose(name = this.name): Promise<void> {
    await this.page.getByRole('button', { name: /^(Choose an account|Account:)/ }).first().click();
    const dialog = this.page.getByRole('dialog');
    await dialog.getByRole('button', { name, exact: true }).click();
    await expect(this.page.getByRole('button', { name: `Account: ${name}` })).toBeVisible();
  }

  async openTable(program: string): Promise<void> {
    await this.open(`/table/${program}`);
    await expect(this.page.getByRole('heading', { level: 1 })).toBeVisible();
  }

  /** Deploys a table and returns its id. */
  async deploy(settings: Settings = {}): Promise<string> {
    const { page } = this;
    await this.open('/deploy');
    await this.choose();
    await page.getByLabel('Bet (VARA)').fill(settings.bet ?? '10');
    await page.getByLabel('Seats', { exact: true }).fill(settings.seats ?? '5');
    const durations = [
      ['Time to register', settings.entry ?? ['10', 'min']],
      ['Time to commit', settings.move ?? ['10', 'min']],
      ['Time to reveal', settings.reveal ?? ['10', 'min']],
    ] as const;
    for (const [label, [amount, unit]] of durations) {
      await page.getByLabel(label, { exact: true }).fill(amount);
      await page.getByLabel(`${label}: Unit`).selectOption(unit);
    }
    await page.getByRole('button', { name: 'Deploy the table' }).click();
    await expect(page.getByRole('heading', { name: 'Take your seats' })).toBeVisible();
    const program = /table\/(0x[0-9a-f]{64})/.exec(page.url())?.[1];
    if (!program) throw new Error(`no table in ${page.url()}`);
    return program;
  }

  async register(): Promise<void> {
    await this.page.getByRole('button', { name: /^Register/ }).click();
    await expect(this.page.getByText('You have a seat', { exact: true })).toBeVisible();
  }

  async commit(move: string): Promise<void> {
    await this.page.getByRole('radio', { name: move, exact: true }).click();
    await this.page.getByRole('button', { name: `Commit to ${move}` }).click();
  }

  async switchRevealForMe(isOn: boolean): Promise<void> {
    await this.page.getByRole('switch', { name: 'Reveal for me' }).setChecked(isOn);
  }

  async balance(): Promise<string> {
    await this.page.getByRole('button', { name: /^Account:/ }).click();
    const balance = await this.page.getByRole('dialog').locator('.chosen strong').innerText();
    await this.page.keyboard.press('Escape');
    return balance;
  }

  stage(title: string): Promise<void> {
    return expect(this.page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  }
}

export interface World {
  node: DevNode;
  browser: Browser;
  join: (name: string) => Promise<Player>;
}

export const test = base.extend<{ world: World }>({
  world: async ({ browser, contextOptions, baseURL }, use) => {
    const node = await DevNode.start();
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

export const STAGES = {
  lobby: 'Take your seats',
  moves: 'Choose in secret',
  reveals: 'Show your moves',
} as const;
