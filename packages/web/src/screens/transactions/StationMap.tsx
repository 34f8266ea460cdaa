import type { BrandConfig } from '@forecourt/core';
import { divIcon, map as makeMap, marker } from 'leaflet';
import { useEffect, useRef, useState } from 'react';
import { addOutlines, addTiles, type Place } from '../../views/map/map-ground.ts';

/** The map's initial zoom (TXN-09). */
const ZOOM = 9;
/** The outlines' own: at 9 there would be no border in sight. */
const OUTLINE_ZOOM = 5;

const NO_PLACE = 'The service has no location for this station.';

interface StationMapProps {
  /** Without it, the region is shown. */
  readonly at: Place | undefined;
  /** 'ON' */
  readonly region: string;
  /** What the map shows. */
  readonly label: string;
  readonly tiles: BrandConfig['map'];
}

/**
 * A map with one marker, or of one region: the brand's tiles, or the bundled outlines. Sets its styles by script,
 * because the content security policy forbids inline ones.
 */
export function StationMap({ at, region, label, tiles }: StationMapProps) {
  const box = useRef<HTMLDivElement>(null);
  const [missing, setMissing] = useState(false);
  /** Name of the region that is shown instead of a place; '' if it isn't one. */
  const [instead, setInstead] = useState<string>();
  const { lat, lng } = at ?? {};
  useEffect(() => {
    if (!box.current) return;
    const map = makeMap(box.current, { scrollWheelZoom: false, fadeAnimation: false });
    map.attributionControl.setPrefix(false);
    let gone = false;
    const placed = lat !== undefined && lng !== undefined;
    if (placed) {
      map.setView([lat, lng], tiles ? ZOOM : OUTLINE_ZOOM);
      const icon = divIcon({ className: 'map-pin', iconSize: [24, 24], iconAnchor: [12, 24] });
      marker([lat, lng], { icon, interactive: false, keyboard: false }).addTo(map);
    }
    const layer = placed && tiles && addTiles(map, tiles);
    if (layer) {
      layer.on('tileerror', () => setMissing(true));
      layer.on('tileload', () => setMissing(false));
    } else {
      if (!placed) map.setView([50, -95], 3);
      addOutlines(map, region, ZOOM, () => gone).then(
        (here) => {
          if (placed || gone) return;
          if (here) map.fitBounds(here.bounds);
          setInstead(here?.name ?? '');
        },
        () => gone || setMissing(true),
      );
    }
    return () => {
      gone = true;
      map.remove();
    };
  }, [lat, lng, region, tiles]);
  const name = `Map of ${label}`;
  const none = instead === '';
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it is moved by the arrow keys */}
      <section ref={box} className="map" aria-label={name} tabIndex={0} hidden={none} />
      {!at && instead !== undefined && (
        <p className="quiet">
          {NO_PLACE}
          {instead && ` The map shows ${instead}.`}
        </p>
      )}
      {missing && (
        <p className="quiet" role="status">
          The map could not be loaded{at && '; the marker shows the place'}.
        </p>
      )}
    </>
  );
}
