import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { exportAuditLog } from '../../../../../domains/record/audit/contract.ts'
import { open } from '../../../api/client.ts'
import { useFormat } from '../../../format.ts'
import { Button } from '../../../parts/forms/button.tsx'
import { ChooseFile } from '../../../parts/forms/choose-files.tsx'
import { Glyph } from '../../../parts/text/glyph.tsx'
import { Refusal } from '../../../parts/feedback/refusal.tsx'
import { useAuditWords } from '../../../words/audit/index.ts'
import { checkLog, linesIn, readCheckpoint, type SavedCheckpoint, type Outcome } from './audit-chain.ts'
import '../../../parts/charts/legend.css'

interface CheckResult {
  readonly outcome: Outcome
  readonly kept: SavedCheckpoint | undefined
  readonly tookMs: number
}

/** The count of checked rows is drawn again after so many rows. */
const shownEvery = 500

/** Computes the chain again in this browser, on its own or against a saved checkpoint, and shows the result. */
export const ChainPanel = () => {
  const words = useAuditWords().chain
  const file = useRef<HTMLInputElement>(null)
  const [isWrong, setWrong] = useState(false)
  const [seen, setSeen] = useState(0)
  const check = useMutation({
    mutationFn: async (kept: SavedCheckpoint | undefined): Promise<CheckResult> => {
      setSeen(0)
      const began = performance.now()
      const stream = await open(exportAuditLog)
      const outcome = await checkLog(linesIn(stream!), kept, (rows) => rows % shownEvery === 0 && setSeen(rows))
      return { outcome, kept, tookMs: performance.now() - began }
    },
  })
  const read = async (chosen: File | undefined) => {
    const kept = chosen && readCheckpoint(await chosen.slice(0, 4_096).text())
    setWrong(!kept?.isOfTree)
    if (kept?.isOfTree) check.mutate(kept)
  }
  const canCompute = globalThis.isSecureContext
  return (
    <section className="panel pad chain" aria-live="polite">
      <div className="chain-head">
        <Verdict checked={check.data} isBusy={check.isPending} seen={seen} />
        <div className="line wrap">
          <Button size="small" disabled={check.isPending || !canCompute} onClick={() => check.mutate(undefined)}>
            {words.check}
          </Button>
          <Button size="small" disabled={check.isPending || !canCompute} onClick={() => file.current?.click()}>
            {words.checkWith}
          </Button>
          <ChooseFile ref={file} label={words.checkWith} onFile={(chosen) => void read(chosen)} />
        </div>
      </div>
      {canCompute ? null : <p className="note wait">{words.insecure}</p>}
      {isWrong ? (
        <p className="note bad" role="alert">
          {words.noCheckpoint}
        </p>
      ) : null}
      <Refusal error={check.error} />
      {check.data ? <ChainBars outcome={check.data.outcome} kept={check.data.kept} /> : null}
    </section>
  )
}

interface VerdictProps {
  readonly checked: CheckResult | undefined
  readonly isBusy: boolean
  readonly seen: number
}

const Verdict = ({ checked, isBusy, seen }: VerdictProps) => {
  const words = useAuditWords().chain
  const { number, lasted } = useFormat()
  if (isBusy || !checked) {
    return (
      <div className="verdict">
        <Glyph name="queued" />
        <div>
          <h2>{isBusy ? words.busy : words.notChecked}</h2>
          <p className="soft">{isBusy ? words.seen(number(seen)) : words.notCheckedText}</p>
        </div>
      </div>
    )
  }
  const { kept, tookMs } = checked
  const { broken, rows, erased } = checked.outcome
  const against = kept ? words.againstKept(number(kept.size)) : words.againstNothing
  return (
    <div className="verdict">
      <Glyph name={broken ? 'bad' : 'good'} />
      <div>
        <h2>{broken ? words.broken(number(broken.position)) : words.whole}</h2>
        <p className="soft">
          {broken
            ? `${words.reasons[broken.reason]} ${words.whatToDo}`
            : `${words.computed(number(rows), lasted(tookMs))} ${against} ${erased === 0 ? '' : words.erased(erased)}`}
        </p>
      </div>
    </div>
  )
}

const size = { step: 10, height: 56, middle: 34 }

/** The chain as bars, each as high as the first digit of a hash: covered by a checkpoint, new since, broken. */
const ChainBars = ({ outcome: { bars, rows, broken, checkpoints }, kept }: Omit<CheckResult, 'tookMs'>) => {
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
