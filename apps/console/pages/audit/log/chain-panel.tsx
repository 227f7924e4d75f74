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
import { ChainBars } from './chain-bars.tsx'

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
