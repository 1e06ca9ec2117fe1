import { RPSLS } from '../rpsls/artifacts';
import type { ActorId } from '../lib/hex';
import { answerOf } from '../chain/program';
import type { GameConfig } from '../rpsls/config';
import { gameBlockOf } from '../rpsls/facts';
import { historyOf, type History } from '../rpsls/history';
import { errorOf, eventOf, type GameError, type GameEvent } from '../rpsls/messages';
import { encodableTable, type GameRules } from '../rpsls/rules';
import { stateOf, type GameState } from '../rpsls/state';
import { PracticeChain } from './chain';
import { HostedProgram } from './program';
import { ProgramPanic } from './syscalls';

/** The table's answer to an action. */
export type Answer = { event: GameEvent } | { error: GameError };

interface Deployment {
  /** The program that a deployment would upload. */
  module: WebAssembly.Module;
  program: ActorId;
  owner: ActorId;
  config: GameConfig;
  rules: GameRules;
  /** The wall clock, ms. */
  now: () => number;
}

/** A table of the game, on a chain in this page. */
export class PracticeTable {
  private constructor(
    readonly program: ActorId,
    readonly chain: PracticeChain,
  ) {}

  static async deploy({ module, program, owner, config, rules, now }: Deployment): Promise<PracticeTable> {
    const chain = new PracticeChain(new HostedProgram(module, program), now);
    await chain.deploy(owner, RPSLS.encodeInit(encodableTable(config, rules, owner)));
    return new PracticeTable(program, chain);
  }

  /** @throws ProgramPanic if the program panics */
  async act(who: ActorId, action: unknown, value = 0n): Promise<Answer> {
    const outcome = await this.chain.send(who, RPSLS.encodeAction(action), value);
    if ('panic' in outcome) throw new ProgramPanic(outcome.panic);
    const answer = answerOf(RPSLS, outcome.reply);
    return 'ok' in answer ? { event: eventOf(answer.ok) } : { error: errorOf(answer.err) };
  }

  async state(): Promise<GameState> {
    return stateOf(RPSLS.decodeState(await this.chain.ask(RPSLS.encodeQuery({ All: null }))));
  }

  get history(): History {
    return historyOf(this.chain.blocks.map((facts) => gameBlockOf(RPSLS, facts)));
  }
}
