import { type Hex, readableOn } from '../../../../domains/accounts/brand/rules/color.ts'
import { initial } from '../text/initials.ts'

interface LetterheadProps {
  readonly name: string
  /** The address of the logo, which shows the name. */
  readonly logo: string | null | undefined
  /** The colour of the brand; without it the mark is in ink. */
  readonly color: string | undefined
}

/** The seller at the head of an invoice: the logo, else the first letter of the name beside it. */
export const Letterhead = ({ name, logo, color }: LetterheadProps) => (
  <span className="letterhead">
    {logo ? (
      <img src={logo} alt={name} />
    ) : (
      <>
        <span
          className="mark"
          aria-hidden="true"
          style={color === undefined ? undefined : { background: color, color: readableOn(color as Hex) }}
        >
          {initial(name)}
        </span>
        <span dir="auto">{name}</span>
      </>
    )}
  </span>
)
