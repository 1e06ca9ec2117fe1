import { RPSLS } from '../../src/rpsls/artifacts';
import { Api } from '../../src/chain/api';
import { untilHead } from '../../src/chain/heads';
import { sendMessage, together } from '../../src/chain/calls';
import { programOf } from '../../src/chain/code';
import { Unsigned } from '../../src/chain/extrinsic';
import type { ActorId, Hex } from '../../src/lib/hex';
import { devKey, keyOfSeed, type Key } from '../../src/chain/keys';
import type { Method } from '../../src/chain/requests';
import type { Call } from '../../src/chain/runtime';
import { shipped } from '../../src/chain/runtimes';
import { Socket } from '../../src/chain/socket';
import { u8aToHex } from '../../src/lib/bytes';
import { encodableTable, USUAL } from '../../src/rpsls/rules';
import { boundCommitmentOf, openingOf } from '../../src/rpsls/opening';
import { STAGE } from './course';

export const VARA = 1_000_000_000_000n;
export const BET = 10n * VARA;
/** What each player has at first. */
export const WEALTH = 200n * VARA;
/** More than any message of these games burns. */
const GAS = 20_000_000_000n;

declare const __RPSLS_CODE__: Hex;

/** A way of its own to the node, beside that of the page. */
export class Direct {
  private constructor(readonly api: Api) {}

  static async to(url: string): Promise<Direct> {
    return new Direct(await Api.over(await Socket.open(url, new AbortController().signal), [shipped]));
  }

  async send({ id, sign }: Key, nonce: number, call: Call): Promise<void> {
    const { genesis, version, runtime } = this.api;
    const best = await this.api.header();
    const terms = { genesis, version, nonce, tip: 0n, birth: best, period: 64 };
    const unsigned = new Unsigned(runtime, id, call, terms);
    await this.api.send('author_submitExtrinsic' as Method, [unsigned.signedBy(sign(unsigned.toSign))]);
  }

  /** Uploads the table's code, and gives each of these accounts what it has at first. */
  async prepare(code: Uint8Array, accounts: readonly ActorId[]): Promise<void> {
    const alice = devKey('Alice');
    await this.send(alice, 0, { Gear: { upload_code: { code } } });
    for (let from = 0, nonce = 1; from < accounts.length; from += 200, nonce += 1) {
      const calls = accounts.slice(from, from + 200).map((id): Call => {
        return { Balances: { transfer_keep_alive: { dest: { Id: id }, value: WEALTH } } };
      });
      await this.send(alice, nonce, together(calls as [Call, ...Call[]]));
    }
    await untilHead(this.api, 'subscribeNewHeads', async () => {
      return (await this.nonce(alice.id)) >= 1 + Math.ceil(accounts.length / 200);
    });
    for (const account of [accounts[0], accounts.at(-1)])
      if (!account || (await this.has(account)) !== WEALTH) throw new Error('the players have nothing');
  }

  async nonce(id: ActorId): Promise<number> {
    return ((await this.api.read(['System', 'Account', id])) as { nonce: number }).nonce;
  }

  /** All that an account has, with what is held for its gas. */
  async has(id: ActorId): Promise<bigint> {
    const [account, bank] = await this.api.readAll([
      ['System', 'Account', id],
      ['GearBank', 'Bank', id],
    ]);
    const { free, reserved } = (account as { data: { free: bigint; reserved: bigint } }).data;
    const held = bank as { gas: bigint; value: bigint } | null | undefined;
    return free + reserved + (held ? held.gas + held.value : 0n);
  }
}

/** A player without a page, who also opens the table. */
export class Rival {
  readonly program: ActorId;
  private readonly key: Key;
  private readonly salt: Uint8Array;
  private readonly opening = openingOf('scissors', 'rival');
  private nonce = 0;

  constructor(
    private readonly direct: Direct,
    seed: Hex,
    index: number,
  ) {
    this.key = keyOfSeed(seed);
    this.salt = Uint8Array.of(index & 0xff, index >> 8);
    this.program = programOf(__RPSLS_CODE__, this.salt);
  }

  openTable(): Promise<void> {
    const time = STAGE * 3_000;
    const config = { betSize: BET, seats: 2, entryTimeout: 15_000, moveTimeout: time, revealTimeout: time };
    const init = encodableTable(config, USUAL);
    const made = { code_id: __RPSLS_CODE__, salt: u8aToHex(this.salt), init_payload: RPSLS.encodeInit(init) };
    return this.send({ Gear: { create_program: { ...made, gas_limit: GAS, value: 0n, keep_alive: false } } });
  }

  join(): Promise<void> {
    const commitment = boundCommitmentOf(this.program, this.key.id, this.opening);
    return this.say({ Join: { game: null, commitment, delegate: null } }, BET);
  }

  reveal(): Promise<void> {
    return this.say({ RevealFor: { player: this.key.id, opening: this.opening, next: null } }, 0n);
  }

  private say(action: unknown, value: bigint): Promise<void> {
    const payload = RPSLS.encodeAction(action);
    return this.send(sendMessage({ destination: this.program, payload, gasLimit: GAS, value }));
  }

  private send(call: Call): Promise<void> {
    this.nonce += 1;
    return this.direct.send(this.key, this.nonce - 1, call);
  }
}
