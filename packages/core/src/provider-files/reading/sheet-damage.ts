/** A sheet breaks off or breaks the rules of a grid; the message ends "… is damaged: ". */
export class SheetDamage extends Error {}
