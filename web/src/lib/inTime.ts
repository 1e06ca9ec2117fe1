/** What some work comes to or, once it has taken longer than this, ms, what is done instead. */
export function inTime<T>(ms: number, work: Promise<T>, instead: () => T | Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  }).then(instead);
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
