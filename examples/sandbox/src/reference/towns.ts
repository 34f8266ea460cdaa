/** A town on a freight corridor, where fuel stops of the demo data stand. */
export interface Town {
  readonly name: string;
  /** Two letters: province or state. */
  readonly province: string;
  readonly country: 'CA' | 'US';
  readonly lat: number;
  readonly lng: number;
  readonly road: string;
}

const CANADIAN = `
Hope|BC|49.3858|-121.4419|Flood Hope Road
Kamloops|BC|50.6745|-120.3273|Kokanee Way
Abbotsford|BC|49.0504|-122.3045|Sumas Way
Prince George|BC|53.9171|-122.7497|Sintich Road
Golden|BC|51.2963|-116.9631|Golden Donald Upper Road
Dawson Creek|BC|55.7596|-120.2377|Alaska Avenue
Calgary|AB|51.0447|-114.0719|Barlow Trail SE
Airdrie|AB|51.2927|-114.0144|East Lake Road
Edmonton|AB|53.5461|-113.4938|Yellowhead Trail NW
Acheson|AB|53.5480|-113.7640|Bevington Road
Red Deer|AB|52.2690|-113.8116|Gaetz Avenue
Lethbridge|AB|49.6956|-112.8451|Mayor Magrath Drive
Medicine Hat|AB|50.0290|-110.7032|Trans-Canada Way
Grande Prairie|AB|55.1707|-118.7947|Resources Road
Fort McMurray|AB|56.7268|-111.3790|MacKenzie Boulevard
Regina|SK|50.4452|-104.6189|Victoria Avenue East
Moose Jaw|SK|50.3934|-105.5519|Thatcher Drive
Saskatoon|SK|52.1332|-106.6700|Idylwyld Drive North
Swift Current|SK|50.2851|-107.7972|Service Road West
Yorkton|SK|51.2139|-102.4628|Broadway Street West
Winnipeg|MB|49.8951|-97.1384|Oak Point Highway
Brandon|MB|49.8469|-99.9531|Highland Avenue
Portage la Prairie|MB|49.9728|-98.2926|Saskatchewan Avenue
Headingley|MB|49.8760|-97.4040|Portage Avenue
Thunder Bay|ON|48.3809|-89.2477|Arthur Street West
Dryden|ON|49.7833|-92.8379|Government Street
Sault Ste. Marie|ON|46.5219|-84.3461|Great Northern Road
Sudbury|ON|46.4917|-80.9930|Regent Street
North Bay|ON|46.3091|-79.4608|Seymour Street
Barrie|ON|44.3894|-79.6903|Bayfield Street
Mississauga|ON|43.5890|-79.6441|Dixie Road
Brampton|ON|43.7315|-79.7624|Steeles Avenue East
Milton|ON|43.5183|-79.8774|Regional Road 25
Woodstock|ON|43.1315|-80.7467|Juliana Drive
London|ON|42.9849|-81.2453|Wellington Road South
Windsor|ON|42.3149|-83.0364|Walker Road
Sarnia|ON|42.9745|-82.4066|London Line
Belleville|ON|44.1628|-77.3832|North Front Street
Kingston|ON|44.2312|-76.4860|Gardiners Road
Cornwall|ON|45.0213|-74.7303|Brookdale Avenue
Ottawa|ON|45.4215|-75.6972|Hunt Club Road
Napanee|ON|44.2481|-76.9510|Palace Road
Montréal|QC|45.5019|-73.5674|Boulevard Métropolitain Est
Laval|QC|45.6066|-73.7124|Boulevard Industriel
Vaudreuil-Dorion|QC|45.4000|-74.0330|Boulevard de la Gare
Lévis|QC|46.7382|-71.2465|Route du Président-Kennedy
Trois-Rivières|QC|46.3432|-72.5421|Boulevard des Récollets
Drummondville|QC|45.8838|-72.4843|Boulevard Lemire
Rivière-du-Loup|QC|47.8306|-69.5340|Rue Témiscouata
Edmundston|NB|47.3737|-68.3251|Boulevard Hébert
Woodstock|NB|46.1522|-67.5983|Beardsley Road
Moncton|NB|46.0878|-64.7782|Berry Mills Road
Saint John|NB|45.2733|-66.0633|Rothesay Avenue
Truro|NS|45.3650|-63.2800|Robie Street
Dartmouth|NS|44.6652|-63.5677|Windmill Road
Amherst|NS|45.8338|-64.2109|South Albion Street
Borden-Carleton|PE|46.2482|-63.7042|Abegweit Boulevard
Deer Lake|NL|49.1744|-57.4269|Trans-Canada Highway
St. John's|NL|47.5615|-52.7126|Kenmount Road
`;

const AMERICAN = `
Sweetgrass|MT|48.9958|-111.9614|Interstate 15 North
Billings|MT|45.7833|-108.5007|South Frontage Road
Fargo|ND|46.8772|-96.7898|39th Street South
Pembina|ND|48.9664|-97.2437|Interstate 29
Bloomington|IL|40.4842|-88.9937|West Market Street
Joliet|IL|41.5250|-88.0817|Arsenal Road
Gary|IN|41.5934|-87.3464|Burr Street
Toledo|OH|41.6528|-83.5379|Baumgartner Road
Youngstown|OH|41.0998|-80.6495|Salt Springs Road
Ann Arbor|MI|42.2808|-83.7430|Baker Road
Port Huron|MI|42.9709|-82.4249|Range Road
Buffalo|NY|42.8864|-78.8784|Dingens Street
Carlisle|PA|40.2015|-77.1889|Harrisburg Pike
Breezewood|PA|39.9990|-78.2403|Lincoln Highway
Knoxville|TN|35.9606|-83.9207|Lovell Road
Nashville|TN|36.1627|-86.7816|North 1st Street
Atlanta|GA|33.7490|-84.3880|Donald Lee Hollowell Parkway
West Memphis|AR|35.1465|-90.1845|South Service Road
Joplin|MO|37.0842|-94.5133|Rangeline Road
Kearney|NE|40.6995|-99.0819|2nd Avenue
North Platte|NE|41.1403|-100.7601|Newberry Road
Amarillo|TX|35.2220|-101.8313|Interstate 40 East
Laredo|TX|27.5306|-99.4803|Beltway Parkway
Eloy|AZ|32.7559|-111.5548|Sunland Gin Road
Barstow|CA|34.8958|-117.0173|Lenwood Road
Ellensburg|WA|46.9965|-120.5478|Canyon Road
Blaine|WA|48.9937|-122.7471|Portal Way
Ontario|OR|44.0266|-116.9629|East Lane
`;

const parse = (text: string, country: 'CA' | 'US'): Town[] =>
  text
    .trim()
    .split('\n')
    .map((line) => {
      const [name = '', province = '', lat, lng, road = ''] = line.split('|');
      return { name, province, country, lat: Number(lat), lng: Number(lng), road };
    });

export const TOWNS: readonly Town[] = [...parse(CANADIAN, 'CA'), ...parse(AMERICAN, 'US')];

/** The town of that name, however it is written; undefined when it is none of these. */
export const findTown = (name: string, province: string): Town | undefined =>
  TOWNS.find(
    (town) => town.province === province && town.name.toUpperCase() === name.toUpperCase(),
  );
