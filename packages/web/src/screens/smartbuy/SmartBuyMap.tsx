/**
 * The map of Smart Buy. This folder shows the stations of a page where they are; which stations, in which order and at
 * which price is the list's.
 */
import { formatValue, type SmartBuy } from '@forecourt/core';
import { divIcon, latLngBounds, map as makeMap, marker } from 'leaflet';
import { useEffect, useRef, useState } from 'react';
import { usePortal } from '../../platform/portal-context.ts';
import { addOutlines, addTiles, type Place } from '../../views/map/map-ground.ts';
import type { ListPictureProps } from '../../views/slots.ts';
import '../../views/figures/figures.css';

/** Closer, there would be no border in sight, or no street. */
const CLOSEST = { outlines: 6, tiles: 13 };
const NAME = 'Map of the stations on this page';
const MARGIN: [number, number] = [36, 36];

/** A station with what each of its rows says. */
interface Pin extends Place {
  readonly text: string;
}

const textOf = ({ currency, place, price, product, site_name: name, unit }: SmartBuy): string =>
  `${place}. ${name}: ${formatValue('price', price)} ${currency} per ${unit}, ${product}`;

/** One pin for each place; a station with several products has them all in its text. */
function pinsOf(rows: readonly SmartBuy[]): readonly Pin[] {
  const placed = rows.filter(({ lat, lng }) => Number.isFinite(lat) && Number.isFinite(lng));
  const stations = Map.groupBy(placed, ({ lat, lng }) => `${lat} ${lng}`);
  return [...stations.values()].map((own) => {
    const [first] = own as [SmartBuy];
    return {
      lat: Number(first.lat),
      lng: Number(first.lng),
      text: own.map(textOf).join('\n'),
    };
  });
}

/** The page's stations on the brand's tiles, or on the bundled outlines (SHELL-11). */
export function SmartBuyMap({ rows }: ListPictureProps) {
  const { brand } = usePortal();
  const box = useRef<HTMLElement>(null);
  const [missing, setMissing] = useState(false);
  const stations = rows as readonly SmartBuy[];
  const pins = pinsOf(stations);
  const shown = JSON.stringify(pins);
  const tiles = brand.map;
  useEffect(() => {
    const places: readonly Pin[] = JSON.parse(shown);
    if (!box.current || places.length === 0) return;
    const map = makeMap(box.current, { scrollWheelZoom: false, fadeAnimation: false });
    map.attributionControl.setPrefix(false);
    let gone = false;
    const bounds = latLngBounds(places.map(({ lat, lng }) => [lat, lng]));
    map.fitBounds(bounds, { padding: MARGIN, maxZoom: tiles ? CLOSEST.tiles : CLOSEST.outlines });
    if (tiles) {
      addTiles(map, tiles)
        .on('tileerror', () => setMissing(true))
        .on('tileload', () => setMissing(false));
    } else {
      addOutlines(map, '', CLOSEST.outlines, () => gone).catch(() => gone || setMissing(true));
    }
    // The first of them is on top.
    for (const [index, { lat, lng, text }] of places.entries()) {
      const icon = divIcon({
        className: 'map-pin',
        iconSize: [24, 24],
        iconAnchor: [12, 24],
      });
      const zIndexOffset = 1_000 * (places.length - index);
      marker([lat, lng], { icon, title: text, zIndexOffset, keyboard: false }).addTo(map);
    }
    return () => {
      gone = true;
      map.remove();
    };
  }, [shown, tiles]);
  const unplaced = stations.filter(({ lat }) => !Number.isFinite(lat)).length;
  const none = pins.length === 0;
  return (
    <div className="panel chart">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it is moved by the arrow keys */}
      <section ref={box} className="map" aria-label={NAME} tabIndex={0} hidden={none} />
      {stations.length === 0 && <p className="quiet">There is no station to show.</p>}
      {unplaced > 0 && (
        <p className="quiet">
          {unplaced} of {stations.length} on this page: the place isn’t known.
        </p>
      )}
      {missing && (
        <p className="quiet" role="status">
          The map could not be loaded; the markers show the places.
        </p>
      )}
    </div>
  );
}
