import { useFormat } from '../../../format.ts'
import { useAuditWords } from '../../../words/audit/index.ts'
import type { SavedCheckpoint, Outcome } from './audit-chain.ts'
import '../../../parts/charts/legend.css'

const size = { step: 10, height: 56, middle: 34 }

interface ChainBarsProps {
  readonly outcome: Outcome
  readonly kept: SavedCheckpoint | undefined
}

/** The chain as bars, each as high as the first digit of a hash: covered by a checkpoint, new since, broken. */
export const ChainBars = ({ outcome: { bars, rows, broken, checkpoints }, kept }: ChainBarsProps) => {
  const words = useAuditWords().chain
  const { number } = useFormat()
  if (bars.length === 0) return null
  const covered = kept?.size ?? checkpoints.at(-1) ?? 0
  // A flag is at the bar of its row.
  const flags = new Set(checkpoints.map((at) => bars.findIndex(({ position }) => position >= at)))
  return (
    <div className="strip">
      <svg
        viewBox={`0 0 ${Math.max(bars.length, 24) * size.step} ${size.height}`}
        preserveAspectRatio="xMinYMid meet"
        role="img"
        aria-label={words.strip(number(rows), number(covered), number(checkpoints.length))}
      >
        {bars.map(({ position, digit, isErased }, at) => {
          const height = 6 + 1.6 * digit
          const isCovered = position <= covered
          return (
            <g key={position}>
              <rect
                className={isErased ? 'erased' : isCovered ? 'covered' : 'since'}
                x={at * size.step}
                y={size.middle - height / 2}
                width={7}
                height={height}
                rx={1}
              />
              {flags.has(at) ? <path className="flag" d={`M${at * size.step + 3.5} 56V4h6l-2 3 2 3h-6`} /> : null}
            </g>
          )
        })}
        {broken ? (
          <rect className="broken" x={bars.length * size.step} y="10" width="7" height={size.height - 16} rx="1" />
        ) : null}
      </svg>
      <div className="legend">
        {(['covered', 'since', 'erased'] as const).map((name) => (
          <span key={name}>
            <i className={name} />
            {words.legend[name === 'covered' ? (kept ? 'kept' : 'signed') : name]}
          </span>
        ))}
      </div>
    </div>
  )
}
