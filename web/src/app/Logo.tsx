const POINTS = Array.from({ length: 5 }, (_, index) => {
  const angle = (index / 5) * 2 * Math.PI - Math.PI / 2;
  return [16 + 12 * Math.cos(angle), 16 + 12 * Math.sin(angle)] as const;
});

/** Five moves, and who beats whom. */
export function Logo() {
  const star = [0, 2, 4, 1, 3].map((index) => POINTS[index]?.join(' ')).join('L');
  return (
    <svg className="logo" viewBox="0 0 32 32" aria-hidden="true">
      <path d={`M${star}z`} />
      {POINTS.map(([x, y], index) => (
        <circle key={index} cx={x} cy={y} r="3.4" />
      ))}
    </svg>
  );
}
