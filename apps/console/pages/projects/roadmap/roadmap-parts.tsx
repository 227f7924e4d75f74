import { Link } from 'react-router'
import {
  getProjectRoadmap,
  orderProjectRoadmap,
  startProject,
  stopProject,
} from '../../../../../domains/delivery/planning/contract/project-run.ts'
import { query, useOperation } from '../../../api/use-operation.ts'
import { IconButton, Button } from '../../../parts/forms/button.tsx'
import { Refusal } from '../../../parts/feedback/refusal.tsx'
import { paths } from '../../../paths.ts'
import { useProjectWords } from '../../../words/project/index.ts'
import { useWords } from '../../../words/shell/index.ts'
import { useServerWords } from '../../../words/server/index.ts'
import { type Roadmap, inTier, moveWithinTier, orderOf, type RoadmapRow } from './roadmap-order.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import { useState } from 'react'
import { call } from '../../../api/client.ts'
import { refreshAfter } from '../../../api/stale.ts'
import type { CycleRow } from '../../../api/waiting-items.ts'
import { Age } from '../../../parts/text/age.tsx'
import { Glyph } from '../../../parts/text/glyph.tsx'
import { Handle } from '../../../parts/text/handle.tsx'
import { PartialRows } from '../../../parts/list/partial-rows.tsx'
import { toast } from '../../../parts/feedback/toast.ts'
import { useUndoWords } from '../../../words/undo/index.ts'

interface PlannedRowsProps {
  readonly roadmap: Roadmap
  readonly cycles: ReadonlyMap<string, CycleRow>
  readonly canOrder: boolean
}

/** The next cycles in their order, which people change by buttons and by the urgency of a cycle. */
export const PlannedRows = ({ roadmap, cycles, canOrder }: PlannedRowsProps) => {
  const words = useProjectWords().roadmap
  const { heads } = useWords().cycles
  const undo = useUndoWords()
  // Announced to screen readers.
  const [announcement, setAnnouncement] = useState('')
  const { next, projectId } = roadmap
  const client = useQueryClient()
  const { queryKey } = query(getProjectRoadmap, { params: { id: projectId } })
  // The new order is shown at once; after a refusal the page shows the order of the server again.
  const {
    mutate: order,
    mutateAsync: orderAgain,
    error,
  } = useMutation({
    mutationFn: (rows: readonly RoadmapRow[]) =>
      call(orderProjectRoadmap, { params: { id: projectId }, body: { next: orderOf(rows) } }),
    onMutate: async (rows) => {
      await client.cancelQueries({ queryKey })
      client.setQueryData<Roadmap>(queryKey, { ...roadmap, next: [...rows] })
    },
    onSettled: () => refreshAfter(client, orderProjectRoadmap),
  })
  const step = (row: RoadmapRow, by: 1 | -1) => {
    const after = moveWithinTier(next, row.cycleId, by)
    if (after === next) return
    setAnnouncement(words.moved(row.title, after.findIndex(({ cycleId }) => cycleId === row.cycleId) + 1))
    order(after)
  }
  const urge = (row: RoadmapRow, urgency: number) =>
    order(inTier(next, row.cycleId, urgency), {
      onSuccess: () =>
        toast(words.urged(row.title, words.urgencies[urgency]!), { words: undo, act: () => orderAgain(next) }),
    })
  return (
    <>
      <div className="panel rows roadmap">
        {/* The names of the columns; each control names its cycle. */}
        <div className="row row-heads hide-s" aria-hidden="true">
          <span className="grow">{heads.title}</span>
          <span className="hide-m author">{heads.author}</span>
          <span className="age">{heads.proposed}</span>
          <span className="urgency">{words.urgency}</span>
          {canOrder ? <span className="moves" /> : null}
        </div>
        <PartialRows rows={next}>
          {(row, at) => (
            <div key={row.cycleId} className="row">
              <span className="place num">{at + 1}</span>
              <Glyph name="draft" />
              <Handle>{row.handle}</Handle>
              <Link className="t cut grow" dir="auto" title={row.title} to={paths.cycle(projectId, row.cycleId)}>
                {row.title}
              </Link>
              {row.acceptanceTests > 0 ? (
                <span className="m hide-s" title={words.acceptanceHint}>
                  {words.acceptance(row.acceptanceTests)}
                </span>
              ) : null}
              <Intake row={row} />
              <span className="m hide-m author cut" dir="auto">
                {cycles.get(row.cycleId)?.author}
              </span>
              {cycles.has(row.cycleId) ? <Age at={cycles.get(row.cycleId)!.createdAt} className="m num age" /> : null}
              <Urgency row={row} isFixed={!canOrder} onChange={(urgency) => urge(row, urgency)} />
              {canOrder ? <Moves row={row} next={next} at={at} onMove={(by) => step(row, by)} /> : null}
            </div>
          )}
        </PartialRows>
      </div>
      <div className="sr" role="status">
        {announcement}
      </div>
      <Refusal error={error} />
    </>
  )
}

const Intake = ({ row: { intake } }: { readonly row: RoadmapRow }) => {
  const words = useProjectWords().roadmap
  const { worded } = useServerWords()
  if (!intake?.kind) return null
  return (
    <span className="m hide-s" title={worded(intake.reason)}>
      {intake.duplicateOf === null ? words.kinds[intake.kind] : words.duplicate}
    </span>
  )
}

interface UrgencyProps {
  readonly row: RoadmapRow
  readonly isFixed: boolean
  readonly onChange: (urgency: number) => void
}

const Urgency = ({ row, isFixed, onChange }: UrgencyProps) => {
  const words = useProjectWords().roadmap
  if (isFixed) return <span className="m urgency">{words.urgencies[row.urgency]}</span>
  return (
    <select
      className="input urgency"
      aria-label={words.urgencyOf(row.title)}
      value={row.urgency}
      onChange={(event) => onChange(Number(event.target.value))}
    >
      {[1, 2, 3, 4].map((one) => (
        <option key={one} value={one}>
          {words.urgencies[one]}
        </option>
      ))}
    </select>
  )
}

interface MovesProps {
  readonly row: RoadmapRow
  readonly next: readonly RoadmapRow[]
  readonly at: number
  readonly onMove: (by: 1 | -1) => void
}

const Moves = ({ row, next, at, onMove }: MovesProps) => {
  const words = useProjectWords().roadmap
  // A row moves only among rows of its urgency.
  const isFixed = (by: 1 | -1) => next[at + by]?.urgency !== row.urgency
  return (
    <span className="moves">
      <IconButton icon={ArrowUp} label={words.up(row.title)} aria-disabled={isFixed(-1)} onClick={() => onMove(-1)} />
      <IconButton icon={ArrowDown} label={words.down(row.title)} aria-disabled={isFixed(1)} onClick={() => onMove(1)} />
    </span>
  )
}

interface RunButtonsProps {
  readonly projectId: string
  readonly status: Roadmap['run']['status']
  /** Whether there is a draft to start. */
  readonly hasNext: boolean
}

export const RunButtons = ({ projectId, status, hasNext }: RunButtonsProps) => {
  const words = useProjectWords().roadmap
  const start = useOperation(startProject)
  const stop = useOperation(stopProject)
  const input = { params: { id: projectId } }
  const isStopping = stop.isPending || status === 'stopping'
  return (
    <>
      {(status === 'off' && hasNext) || status === 'waiting' ? (
        <Button
          variant={hasNext ? 'primary' : 'outline'}
          isPending={start.isPending}
          pendingText={words.starting}
          onClick={() => start.mutate(input)}
        >
          {status === 'off' ? words.start : words.goOn}
        </Button>
      ) : null}
      {status === 'off' ? null : (
        <Button title={words.stopHint} disabled={isStopping} onClick={() => stop.mutate(input)}>
          {isStopping ? words.stopping : words.stop}
        </Button>
      )}
      <Refusal error={start.error ?? stop.error} />
    </>
  )
}
