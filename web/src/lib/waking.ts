/** How often the clocks are compared, and by how much they may differ from what was expected, ms. */
const [TICK, SLIP] = [2_000, 10_000];

/**
 * Tells that the page may have slept: it is seen again, or a clock has jumped.
 *
 * @returns a function that ends it
 */
export function onWaking(tell: (hasSlept: boolean) => void): () => void {
  let [time, clock] = [Date.now(), performance.now()];
  const tick = setInterval(() => {
    const passed = [Date.now() - time, performance.now() - clock];
    [time, clock] = [Date.now(), performance.now()];
    // Hidden pages run late at any time.
    const most = document.hidden ? 60_000 + SLIP : TICK + SLIP;
    if (passed.some((ms) => ms < -SLIP || ms > most)) tell(true);
  }, TICK);
  const see = (): void => {
    if (!document.hidden) tell(false);
  };
  document.addEventListener('visibilitychange', see);
  document.addEventListener('resume', see);
  window.addEventListener('pageshow', see);
  return () => {
    clearInterval(tick);
    document.removeEventListener('visibilitychange', see);
    document.removeEventListener('resume', see);
    window.removeEventListener('pageshow', see);
  };
}
