import { Link } from 'react-router'
import type { CycleRow, ProjectRow } from '../../../api/waiting-items.ts'
import { useAges, useFormat } from '../../../format.ts'
import { Glyph } from '../../../parts/glyph.tsx'
import { paths } from '../../../paths.ts'
import { projectGlyph } from '../../../states.ts'
import { useWords } from '../../../words/shell/index.ts'
import type { ProjectActivity, WaitingKind } from './project-rows.ts'

interface ProjectLineProps {
  readonly project: ProjectRow
  readonly cycles: readonly CycleRow[]
  /** The name of its client. */
  readonly client: string | undefined
  readonly activity: ProjectActivity
}

/** The row of a project: its client, its activity and its last delivery. */
export const ProjectLine = ({ project, cycles, client, activity }: ProjectLineProps) => {
  const words = useWords().projectList
  const { whole, number } = useFormat()
  const { agoInWords } = useAges()
  const { id, name, stack, counts, archivedAt } = project
  const { atWork, waiting, kinds, deliveredAt, current } = activity
  const kindsOf = Object.entries(kinds) as [WaitingKind, number][]
  // A number stays beside its word.
  const waits = kindsOf.map(([kind, count]) => words.waits[kind](count).replace(' ', '\u00a0')).join(', ')
  const author = cycles.find(({ title }) => title === current)?.author
  return (
    <tr>
      <td className="main" title={name}>
        <Link className="line whole" to={paths.project(id)} title={stack ?? undefined}>
          <Glyph name={archivedAt === null ? projectGlyph(cycles) : 'stopped'} />
          <span className="project-name">
            <b className="cut" dir="auto">
              {name}
            </b>
            <span className="soft only-s" dir="auto">
              {current}
            </span>
            <span className="quiet only-s" dir="auto">
              {client}
            </span>
            <span className="quiet only-s">{deliveredAt && words.deliveredAgo(agoInWords(deliveredAt))}</span>
          </span>
          {archivedAt === null ? null : <span className="tag">{words.archived}</span>}
        </Link>
      </td>
      <td className="hide-m soft cut" dir="auto" title={client}>
        {client}
      </td>
      <td className={waiting > 0 ? 'now' : 'now soft'} title={current}>
        <span className="now-lines">
          <span className={waiting > 0 ? 'state wait' : undefined}>
            {waiting > 0 ? waits : atWork > 0 ? words.atWork(atWork) : words.atRest}
          </span>
          {current === undefined ? null : (
            <small className="quiet cut hide-s" dir="auto">
              {[current, author].filter(Boolean).join(' · ')}
            </small>
          )}
        </span>
      </td>
      <td className="num hide-s">{number(counts.cycles)}</td>
      <td className="num quiet hide-s" title={deliveredAt && whole(deliveredAt)}>
        {deliveredAt === undefined ? words.neverDelivered : agoInWords(deliveredAt)}
      </td>
    </tr>
  )
}
