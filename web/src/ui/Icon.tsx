const PATHS = {
  check: 'M5 12.5l4.5 4.5L19 7.5',
  close: 'M6 6l12 12M18 6L6 18',
  copy: 'M9 9h10v11H9zM5 15V4h10',
  share: 'M12 15V4m0 0L8 8m4-4l4 4M5 12v8h14v-8',
  clock: 'M12 3a9 9 0 100 18 9 9 0 000-18zM12 7v5l3.5 2',
  crown: 'M4 18h16M4 18L3 7l5 4 4-6 4 6 5-4-1 11',
  refresh: 'M19 12a7 7 0 11-2-5m2-3v4h-4',
  settings: 'M4 7h9m5 0h2M4 17h2m5 0h9M13 4.5v5M6 14.5v5',
  bell: 'M6 17h12l-1.5-2.5V10a4.5 4.5 0 0 0-9 0v4.5zM10.5 20h3',
  wallet: 'M4 7h14a2 2 0 012 2v9a2 2 0 01-2 2H4V5h12M15.5 13.5h.5',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9.2a2.8 2.8 0 100 5.6 2.8 2.8 0 000-5.6z',
  download: 'M12 4v11m0 0l-4-4m4 4l4-4M5 20h14',
  upload: 'M12 15V4m0 0L8 8m4-4l4 4M5 20h14',
  warning: 'M12 4l9 16H3zM12 10v4.5M12 17.2v.3',
  trophy: 'M7 4h10v6a5 5 0 01-10 0zM7 6H4c0 3 1 5 3.4 5M17 6h3c0 3-1 5-3.4 5M12 15v5M8 20h8',
  arrow: 'M5 12h14m-6-6l6 6-6 6',
  picture: 'M4 5h16v14H4zM4 16l4.5-4.5 4 4 3-3L20 17M15.5 9.2v.1',
  sound: 'M4 9.5v5h3.5l4.5 4v-13l-4.5 4zM15.5 9a4.5 4.5 0 010 6M18 6.5a8 8 0 010 11',
  muted: 'M4 9.5v5h3.5l4.5 4v-13l-4.5 4zM16 9.5l5 5m0-5l-5 5',
  node: 'M12 4v5m0 6v5M4 12h5m6 0h5M12 9a3 3 0 100 6 3 3 0 000-6z',
} as const;

export type IconName = keyof typeof PATHS;

/** A small drawing beside a text that says the same. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
