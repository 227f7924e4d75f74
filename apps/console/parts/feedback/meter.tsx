import { useWords } from '../../words/shell/index.ts'
import './meter.css'

interface MeterProps {
  readonly spent: number
  readonly held: number
  readonly cap: number
}

/** How much of a cap is spent, and hatched how much is reserved. */
export const Meter = ({ spent, held, cap }: MeterProps) => {
  const words = useWords().home_
  const share = (amount: number) => (cap === 0 ? 100 : Math.min(100, (100 * amount) / cap))
  return (
    <div className="meter" role="img" aria-label={words.meter(Math.round(share(spent)), Math.round(share(held)))}>
      <i style={{ width: `${share(spent)}%` }} />
      <i className="hold" style={{ width: `${Math.min(share(held), 100 - share(spent))}%` }} />
    </div>
  )
}
