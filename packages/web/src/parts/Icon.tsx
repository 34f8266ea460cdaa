const PATHS = {
  back: 'M10 3 5 8l5 5M5 8h8',
  chart: 'M2.5 2.5v11h11M5 10.3l2.8-3.6 2.4 2.2 3.3-4.6',
  check: 'm3 8.5 3.2 3.2L13 4.8',
  bookmark: 'M4 2.2h8v11.6l-4-3-4 3z',
  calendar: 'M2.5 3.5h11v10h-11zM2.5 6.8h11M5.3 2v3M10.7 2v3',
  chevron: 'm6 3 5 5-5 5',
  'chevron-left': 'm10 3-5 5 5 5',
  close: 'm4 4 8 8m0-8-8 8',
  columns: 'M2.5 3h11v10h-11zM6.2 3v10M9.8 3v10',
  copy: 'M6 5.5h7.5V14H6zM10.5 5.5V2H3v8.5h3',
  down: 'm3.5 6 4.5 4.5L12.5 6',
  download: 'M8 2v8m-3.2-3L8 10.2 11.2 7M2.5 13.5h11',
  eye: 'M1.5 8S4 3.8 8 3.8 14.5 8 14.5 8 12 12.2 8 12.2 1.5 8 1.5 8zM8 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4z',
  file: 'M4 1.8h5.2L12.5 5v9.2H4zM9 1.8V5.2h3.5',
  filter: 'M2 3h12l-4.7 5.6v4.2l-2.6 1V8.6z',
  info: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM8 7.4v3.4M8 5.1v.1',
  lock: 'M3.5 7.2h9v6.3h-9zM5.3 7V5a2.7 2.7 0 0 1 5.4 0v2',
  undo: 'M5.5 3 2.5 6l3 3M2.5 6h7a4 4 0 0 1 0 8H6',
  mail: 'M2 3.5h12v9H2zM2.4 4.2 8 8.8l5.6-4.6',
  menu: 'M2 4h12M2 8h12M2 12h12',
  more: 'M2.9 8h.2v.2h-.2zM7.9 8h.2v.2h-.2zM12.9 8h.2v.2h-.2z',
  moon: 'M13.4 9.6A5.8 5.8 0 0 1 6.4 2.6a5.8 5.8 0 1 0 7 7z',
  note: 'M2.5 3h11v8H8l-3.2 2.8V11H2.5zM5.2 5.8h5.6M5.2 8.2h3.4',
  pencil: 'm3 13 .6-2.9 7.2-7.2 2.3 2.3-7.2 7.2zM9.4 4.3l2.3 2.3',
  pin: 'M8 14.2S3.4 10 3.4 6.4a4.6 4.6 0 0 1 9.2 0C12.6 10 8 14.2 8 14.2zM8 8a1.6 1.6 0 1 0 0-3.2A1.6 1.6 0 0 0 8 8z',
  plus: 'M8 3v10M3 8h10',
  refresh: 'M13.2 6.2A5.5 5.5 0 1 0 13.5 9M13.6 2.6v3.8H9.8',
  search: 'M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM10.3 10.3 14 14',
  shield: 'M8 1.8 13 3.6v4c0 3-2 5.3-5 6.6-3-1.3-5-3.6-5-6.6v-4z',
  sun: 'M8 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM8 1.4v1.3M8 13.3v1.3M1.4 8h1.3M13.3 8h1.3M3.3 3.3l.9.9M11.8 11.8l.9.9M3.3 12.7l.9-.9M11.8 4.2l.9-.9',
  terminal: 'm3 4.5 3.5 3.5L3 11.5M8.5 12H13',
  trash: 'M2.8 4.5h10.4M6.2 4.5V2.8h3.6v1.7M4.2 4.5l.6 8.7h6.4l.6-8.7M6.8 7v3.8M9.2 7v3.8',
  up: 'm3.5 10 4.5-4.5L12.5 10',
  upload: 'M8 10.5V2.4M4.8 5.6 8 2.4l3.2 3.2M2.5 13.5h11',
  user: 'M8 8a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM2.6 14a5.5 5.5 0 0 1 10.8 0',
  warning: 'M8 2 1.5 13.5h13zM8 6.4v3.4M8 11.6v.1',
} as const;

export type IconName = keyof typeof PATHS;

/** A decorative icon beside a text; hidden from screen readers. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}
