import type { BrandConfig } from '@forecourt/core';
import { divIcon, map as makeMap, marker, tileLayer } from 'leaflet';
import { useEffect, useRef, useState } from 'react';
import './map.css';

/** The map's initial zoom (TXN-09). */
const ZOOM = 9;

interface StationMapProps {
  readonly at: { readonly lat: number; readonly lng: number };
  /** What the marker marks. */
  readonly label: string;
  readonly tiles: BrandConfig['map'];
}

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);

/** Adds the brand's tiles; without them, or if they fail to load, only the marker shows. */
function addTiles(map: ReturnType<typeof makeMap>, tiles: NonNullable<BrandConfig['map']>) {
  // Leaflet inserts attributions as HTML, so escape the text.
  const attribution = escaped(tiles.attribution ?? '');
  const address = tiles.tiles.replaceAll('{key}', encodeURIComponent(tiles.key ?? ''));
  return tileLayer(address, { attribution, maxZoom: 18 }).addTo(map);
}

/**
 * A map with one marker; sets its styles by script, because the content security policy forbids
 * inline ones.
 */
export function StationMap({ at: { lat, lng }, label, tiles }: StationMapProps) {
  const box = useRef<HTMLDivElement>(null);
  const [missing, setMissing] = useState(false);
  useEffect(() => {
    if (!box.current) return;
    const map = makeMap(box.current, { scrollWheelZoom: false, fadeAnimation: false });
    map.attributionControl.setPrefix(false);
    map.setView([lat, lng], ZOOM);
    const icon = divIcon({ className: 'map-pin', iconSize: [24, 24], iconAnchor: [12, 24] });
    marker([lat, lng], { icon, interactive: false, keyboard: false }).addTo(map);
    const layer = tiles && addTiles(map, tiles);
    layer?.on('tileerror', () => setMissing(true));
    layer?.on('tileload', () => setMissing(false));
    return () => {
      map.remove();
    };
  }, [lat, lng, tiles]);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it is moved by the arrow keys */}
      <section ref={box} className="map" aria-label={`Map of ${label}`} tabIndex={0} />
      {missing && (
        <p className="quiet" role="status">
          The map could not be loaded; the marker shows the place.
        </p>
      )}
    </>
  );
}
