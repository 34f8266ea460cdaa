/** A sheet is cut off or violates the grid; the message completes "… is damaged: ". */
export class SheetDamage extends Error {}
