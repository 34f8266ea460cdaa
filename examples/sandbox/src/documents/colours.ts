/** Colours of the default brand, for documents. */
export const COLOURS = {
  brand: '#0a6570',
  accent: '#f4c95d',
  ink: '#1c2b30',
  quiet: '#5b6b71',
  line: '#cfd9dc',
  tint: '#eef5f6',
} as const;
