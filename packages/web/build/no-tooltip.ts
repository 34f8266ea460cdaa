/** In place of PrimeReact's tooltip, which its inputs would bring along (4 kB gzip): ours have their texts on the page. */
export const Tooltip = () => null;
