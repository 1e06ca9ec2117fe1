import type { ActorId } from '../lib/hex';

const SIZE = 5;

/** A pattern that tells ids apart at a glance. */
export function Avatar({ id }: { id: ActorId }) {
  const bytes =
    id
      .slice(2)
      .match(/../g)
      ?.map((digits) => parseInt(digits, 16)) ?? [];
  const hue = (((bytes[0] ?? 0) * 256 + (bytes[1] ?? 0)) * 360) / 65_536;
  const cells = Array.from({ length: SIZE * SIZE }, (_, index) => {
    const [x, y] = [index % SIZE, Math.floor(index / SIZE)];
    // Mirrored, as faces are.
    const byte = bytes[2 + y * 3 + Math.min(x, SIZE - 1 - x)] ?? 0;
    return byte % 2 === 0 ? null : <rect key={index} x={x} y={y} width="1.02" height="1.02" />;
  });
  return (
    <svg className="avatar" viewBox="-1.5 -1.5 8 8" aria-hidden="true" style={{ '--hue': hue }}>
      <rect className="avatar-ground" x="-1.5" y="-1.5" width="8" height="8" />
      {cells}
    </svg>
  );
}
