/** What `@gear-js/api` uses of Node's `assert`. */
function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(message);
}

assert.notStrictEqual = (actual: unknown, expected: unknown, message: string): void => {
  assert(!Object.is(actual, expected), message);
};

export default assert;
