import { MOVES, victories, type Move } from '../../rpsls/moves';
import { DRAWING_SIZE, MOVE_SHAPES } from '../drawing/moveShapes';
import { arrow, CIRCLE, HEIGHT, NODE, place } from '../drawing/pentagram';
import type { ResultStory } from './resultStory';
import { wrap } from '../../lib/wrap';

/** The size of link previews, in pixels. */
export const [PICTURE_WIDTH, PICTURE_HEIGHT] = [1_200, 630];

const MARGIN = 72;
/** Where the words end and the drawing begins. */
const MIDDLE = 640;
const DRAWING_SCALE = 1.75;
/** Further players are only counted. */
const MOST_PLAYERS = 5;
const LINE = 1.25;

/** The page's present colours and font. */
interface Looks {
  colour: (name: string) => string;
  font: string;
}

function looksOf(element: HTMLElement): Looks {
  const probe = document.createElement('span');
  // With reduced motion everything has a transition, and at its start the old colour still counts.
  probe.style.transition = 'none';
  element.append(probe);
  const looks = new Map(
    ['ground', 'surface', 'line', 'text', 'muted', 'accent', 'accent-soft', ...MOVES].map((name) => {
      probe.style.color = `var(--${name})`;
      return [name, getComputedStyle(probe).color];
    }),
  );
  probe.remove();
  return { colour: (name) => looks.get(name) ?? '', font: getComputedStyle(element).fontFamily };
}

interface Words {
  title: string;
  /** The table's name, if it has one. */
  table: string;
  /** The table's address. */
  link: string;
  language: string;
  more: (count: number) => string;
}

/** Draws the result of a game in the page's own colours. */
export async function pictureOf(story: ResultStory, words: Words): Promise<Blob> {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [PICTURE_WIDTH, PICTURE_HEIGHT];
  const context = canvas.getContext('2d');
  if (!context) throw new Error('the browser draws no pictures');
  const looks = looksOf(document.body);
  context.fillStyle = looks.colour('ground');
  context.fillRect(0, 0, PICTURE_WIDTH, PICTURE_HEIGHT);
  drawWords(context, looks, story, words);
  drawLink(context, looks, words.link);
  drawDuel(
    context,
    looks,
    story.played.map(({ move }) => move),
    story.played.find(({ isWinner }) => isWinner)?.move ?? null,
  );
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the browser keeps no picture'))), 'image/png');
  });
}

function drawWords(context: CanvasRenderingContext2D, looks: Looks, story: ResultStory, words: Words): void {
  const width = MIDDLE - MARGIN;
  let y = MARGIN;
  const say = (text: string, size: number, weight: number, colour: string, left = 0): void => {
    context.font = `${weight} ${size}px ${looks.font}`;
    context.fillStyle = looks.colour(colour);
    context.textBaseline = 'top';
    const fits = (line: string): boolean => context.measureText(line).width <= width - left;
    for (const line of wrap(text, words.language, fits)) {
      context.fillText(line, MARGIN + left, y);
      y += size * LINE;
    }
  };
  say(words.table ? `${words.title} · ${words.table}` : words.title, 26, 600, 'accent');
  y += 22;
  say(story.headline, 58, 750, 'text');
  y += 26;
  for (const { name, move, isWinner } of story.played.slice(0, MOST_PLAYERS)) {
    drawMove(context, looks, move, MARGIN, y - 6, 42);
    say(name, 30, isWinner ? 700 : 450, isWinner ? 'text' : 'muted', 60);
    y += 12;
  }
  const rest = story.played.length - MOST_PLAYERS;
  if (rest > 0) say(words.more(rest), 26, 450, 'muted', 60);
  y += 12;
  for (const sentence of story.victories) say(sentence, 28, 500, 'muted');
}

/** Draws the link at the foot of the picture, in one line however long it is. */
function drawLink(context: CanvasRenderingContext2D, looks: Looks, link: string): void {
  context.font = `450 20px ${looks.font}`;
  context.fillStyle = looks.colour('muted');
  context.textBaseline = 'bottom';
  context.fillText(link, MARGIN, PICTURE_HEIGHT - MARGIN / 3, PICTURE_WIDTH - 2 * MARGIN);
}

/** Draws the five moves. The arrows between played moves stand out. */
function drawDuel(context: CanvasRenderingContext2D, looks: Looks, played: Move[], winner: Move | null): void {
  context.save();
  context.translate(MIDDLE + 12, (PICTURE_HEIGHT - HEIGHT * DRAWING_SCALE) / 2);
  context.scale(DRAWING_SCALE, DRAWING_SCALE);
  for (const [one, other] of victories(MOVES)) {
    const isLit = played.includes(one) && played.includes(other);
    drawArrow(context, one, other, looks.colour(isLit ? 'accent' : 'line'), isLit ? 3.5 : 2);
  }
  for (const move of CIRCLE) {
    const { x, y } = place(move);
    context.globalAlpha = played.length === 0 || played.includes(move) ? 1 : 0.35;
    context.beginPath();
    context.arc(x, y, NODE, 0, 2 * Math.PI);
    context.fillStyle = looks.colour(move === winner ? 'accent-soft' : 'surface');
    context.fill();
    context.lineWidth = move === winner ? 4 : 2;
    context.strokeStyle = looks.colour(move === winner ? 'accent' : move);
    context.stroke();
    drawMove(context, looks, move, x - 20, y - 20, 40);
    context.globalAlpha = 1;
  }
  context.restore();
}

function drawArrow(context: CanvasRenderingContext2D, one: Move, other: Move, colour: string, width: number): void {
  const { from, to } = arrow(one, other);
  const angle = Math.atan2(to.y - from.y, to.x - from.x);
  context.strokeStyle = colour;
  context.fillStyle = colour;
  context.lineWidth = width;
  context.beginPath();
  context.moveTo(from.x, from.y);
  context.lineTo(to.x, to.y);
  context.stroke();
  context.save();
  context.translate(to.x, to.y);
  context.rotate(angle);
  context.fill(new Path2D('M-4 -5.5L7 0L-4 5.5z'));
  context.restore();
}

function drawMove(
  context: CanvasRenderingContext2D,
  looks: Looks,
  move: Move,
  x: number,
  y: number,
  size: number,
): void {
  const alpha = context.globalAlpha;
  context.save();
  context.translate(x, y);
  context.scale(size / DRAWING_SIZE, size / DRAWING_SIZE);
  context.strokeStyle = looks.colour(move);
  context.fillStyle = looks.colour(move);
  context.lineWidth = 2.2;
  context.lineCap = 'round';
  context.lineJoin = 'round';
  for (const { path, isTinted } of MOVE_SHAPES[move]) {
    const shape = new Path2D(path);
    context.globalAlpha = alpha * 0.16;
    if (isTinted) context.fill(shape);
    context.globalAlpha = alpha;
    context.stroke(shape);
  }
  context.restore();
}
