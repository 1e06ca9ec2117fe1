import { errorOf, isNo, isPassing, NO_SUCH_METHOD } from './failure';
import type { ActorId, Hex } from '../lib/hex';
import type { Interface, Json } from './metadata';
import { readState, type Context } from './program';

/** How many states one request asks for: nodes answer no more. */
const BATCH = 256;

/** A question to a program's state. */
export interface Question {
  program: ActorId;
  types: Interface;
  query: unknown;
}

export interface Answers {
  /** In the order of the questions. Null where the node can't tell, or the answer can't be read. */
  answers: (Json | null)[];
  /** How many requests the answers took. */
  requests: number;
}

/**
 * Asks many programs' states at once, as of the latest block. Asks again for what the node leaves
 * out. Where the node fails, asks for less, so that one unreadable state hides no other.
 */
export async function readStates(context: Context, questions: readonly Question[]): Promise<Answers> {
  if (!context.chain.readsState) return readSingly(context, questions);
  const answers: (Json | null)[] = [];
  const parts: (readonly Question[])[] = [];
  for (let from = 0; from < questions.length; from += BATCH) parts.unshift(questions.slice(from, from + BATCH));
  let requests = 0;
  for (let part = parts.pop(); part; part = parts.pop()) {
    requests += 1;
    const answered = await readPart(context, part);
    if (answered === 'noSuchMethod') {
      // The node will not know the method for the next parts either.
      const left = await readSingly(context, [...part, ...parts.reverse().flat()]);
      return { answers: [...answers, ...left.answers], requests: requests + left.requests };
    }
    if (answered && answered.length > 0) {
      answers.push(...answered.slice(0, part.length).map((payload, index) => decoded(payload, part[index])));
      const rest = part.slice(answered.length);
      if (rest.length > 0) parts.push(rest);
    } else if (part.length === 1) {
      answers.push(null);
    } else {
      const half = Math.floor(part.length / 2);
      parts.push(part.slice(half), part.slice(0, half));
    }
  }
  return { answers, requests };
}

/** The replies to these questions, from the first on. Null if the node fails. */
async function readPart(
  { api }: Context,
  part: readonly Question[],
): Promise<readonly unknown[] | 'noSuchMethod' | null> {
  const asked = part.map(({ program, types, query }): [ActorId, Hex] => [program, types.encodeQuery(query)]);
  try {
    const answered = await api.send<unknown>('gear_readStateBatch', [asked, null]);
    return Array.isArray(answered) ? answered : null;
  } catch (error) {
    // A busy node would only be asked more if it were asked for less at a time.
    if (!isNo(error)) throw errorOf(error);
    if (error.code === NO_SUCH_METHOD) return 'noSuchMethod';
    console.info(`The node can't tell ${part.length} states at once:`, error);
    return null;
  }
}

function decoded(payload: unknown, question: Question | undefined): Json | null {
  if (!question || typeof payload !== 'string') return null;
  try {
    return question.types.decodeState(payload as Hex);
  } catch (error) {
    console.info(`The state of ${question.program} can't be understood:`, error);
    return null;
  }
}

async function readSingly(context: Context, questions: readonly Question[]): Promise<Answers> {
  const answers = await Promise.all(questions.map((question) => readOne(context, question)));
  return { answers, requests: questions.length };
}

async function readOne(context: Context, { program, types, query }: Question): Promise<Json | null> {
  try {
    return await readState(context, program, types, query);
  } catch (error) {
    if (isPassing(error)) throw errorOf(error);
    console.info(`The state of ${program} can't be read:`, error);
    return null;
  }
}
