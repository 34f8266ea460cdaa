import type { BrandConfig } from '@forecourt/core';
import { divIcon, type Map as LeafletMap, latLngBounds, marker, polygon, tileLayer } from 'leaflet';
import './map.css';

/** A station's place, in degrees. */
export interface Place {
  readonly lat: number;
  readonly lng: number;
}

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);

/** Adds the brand's tiles; if they fail to load, only the markers show. */
export function addTiles(map: LeafletMap, tiles: NonNullable<BrandConfig['map']>) {
  // Leaflet inserts attributions as HTML, so escape the text.
  const attribution = escaped(tiles.attribution ?? '');
  const address = tiles.tiles.replaceAll('{key}', encodeURIComponent(tiles.key ?? ''));
  return tileLayer(address, { attribution, maxZoom: 18 }).addTo(map);
}

/** Draws the provinces and states, the given one in colour. Returns that one's name and bounds. */
export async function addOutlines(
  map: LeafletMap,
  region: string,
  zoom: number,
  isGone: () => boolean,
) {
  const { LAKES, OUTLINES } = await import('./outlines.ts');
  if (isGone()) return undefined;
  map.setMinZoom(3).setMaxZoom(zoom);
  map.attributionControl.addAttribution('Natural Earth');
  let here: { name: string; bounds: ReturnType<typeof latLngBounds> } | undefined;
  for (const { code, name, rings } of OUTLINES) {
    const className = code === region ? 'map-region here' : 'map-region';
    polygon(
      rings.map((ring) => [ring]),
      { className, interactive: false, smoothFactor: 0.5 },
    ).addTo(map);
    const widest = rings.toSorted((a, b) => b.length - a.length)[0] ?? [];
    const html = `<span>${code}</span>`;
    const icon = divIcon({ className: 'map-code', html, iconSize: [0, 0] });
    const bounds = latLngBounds(widest);
    marker(bounds.getCenter(), { icon, interactive: false, keyboard: false }).addTo(map);
    if (code === region) here = { name, bounds };
  }
  // The renderer draws in this order, so the lakes are above the land.
  for (const rings of LAKES) {
    polygon(rings, { className: 'map-region lake', interactive: false, smoothFactor: 0.5 }).addTo(
      map,
    );
  }
  return here;
}
