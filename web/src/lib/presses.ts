/** Where a press began. */
interface Press {
  button: HTMLElement;
  x: number;
  y: number;
}

/** What is pressed: a button, or a choice with its label. */
const PRESSED = 'button, label, [type=radio], [type=checkbox]';

/** How far a hand moves, in pixels, that means to hold still. */
const STILL = 10;

/**
 * Makes a press count for the button on which it began, even if the page has moved under the finger
 * since, for example because a price came in above. Browsers would give the press to whatever is
 * there now. A person who slides off the button still takes the press back.
 */
export function keepPresses(): void {
  let press: Press | null = null;
  const onDown = ({ target, clientX: x, clientY: y }: PointerEvent): void => {
    const button = target instanceof Element ? target.closest<HTMLElement>(PRESSED) : null;
    press = button && { button, x, y };
  };
  const onClick = (click: MouseEvent): void => {
    const began = press;
    press = null;
    // Keyboards press what has the focus, and what the page itself presses is meant.
    if (!began || !click.isTrusted || click.detail === 0) return;
    const { button, x, y } = began;
    if (click.target instanceof Node && button.contains(click.target)) return;
    if (Math.abs(click.clientX - x) > STILL || Math.abs(click.clientY - y) > STILL) return;
    click.preventDefault();
    click.stopImmediatePropagation();
    button.click();
  };
  window.addEventListener('pointerdown', onDown, true);
  window.addEventListener('click', onClick, true);
}
