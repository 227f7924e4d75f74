import type { Hex } from '../../../../../domains/accounts/brand/rules/color.ts'

/** A patch of a colour beside its name. */
export const Swatch = ({ color }: { readonly color: Hex }) => (
  <span className="swatch" style={{ background: color }} aria-hidden="true" />
)
