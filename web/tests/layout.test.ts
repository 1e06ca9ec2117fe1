import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';

const SOURCES = resolve(import.meta.dirname, '../src');
const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => join(SOURCES, name));

function usedBy(file: string): string[] {
  const { importedFiles } = ts.preProcessFile(readFileSync(file, 'utf8'));
  return importedFiles
    .filter(({ fileName }) => fileName.startsWith('.'))
    .map(({ fileName }) => join(dirname(file), fileName))
    .flatMap((path) => files.filter((known) => known === `${path}.ts` || known === `${path}.tsx`));
}

/** A path from a file back to one on it, if there is one. */
function circleFrom(uses: ReadonlyMap<string, string[]>, way: string[], done: Set<string>): string[] | undefined {
  const last = way.at(-1) ?? '';
  for (const next of uses.get(last) ?? []) {
    if (way.includes(next)) return [...way, next];
    if (done.has(next)) continue;
    const circle = circleFrom(uses, [...way, next], done);
    if (circle) return circle;
  }
  done.add(last);
  return undefined;
}

test('no file uses itself by way of others', () => {
  const uses = new Map(files.map((file) => [file, usedBy(file)]));
  expect(uses.size).toBeGreaterThan(200);
  expect([...uses.values()].flat().length).toBeGreaterThan(800);
  const done = new Set<string>();
  const circles = files.map((file) => circleFrom(uses, [file], done));
  expect(circles.find((circle) => circle)?.map((file) => file.slice(SOURCES.length))).toBeUndefined();
});
