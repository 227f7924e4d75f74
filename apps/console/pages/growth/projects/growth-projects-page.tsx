import { Link, useNavigate } from 'react-router'
import { getGrowthProject } from '../../../../../domains/growth/plays/contract.ts'
import { listGrowthProjects, createGrowthProject } from '../../../../../domains/growth/research/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { useLateReply } from '../../../api/use-operation.ts'
import { prefetchPages, usePages } from '../../../api/use-pages.ts'
import { useFormat } from '../../../format.ts'
import { Empty } from '../../../parts/feedback/empty.tsx'
import { ListPage } from '../../../parts/list/list-page.tsx'
import { Head, useTitle } from '../../../parts/page.tsx'
import { State } from '../../../parts/feedback/state.tsx'
import { useNearViewport } from '../../../parts/use-near-viewport.ts'
import { useOpener } from '../../../parts/use-opener.tsx'
import { NamedCell } from '../../../parts/list/wide-table.tsx'
import { dot } from '../../../parts/text/joined.tsx'
import { paths } from '../../../paths.ts'
import { useGrowthProjectWords } from '../../../words/growth-projects/index.ts'
import { GrowthFrame } from '../growth-frame.tsx'
import '../plays/plays.css'
import { usePlayFigures } from './use-play-figures.ts'
import { DraftField } from '../../../parts/forms/draft-field.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import { FormFoot } from '../../../parts/forms/form-foot.tsx'
import { Section } from '../../../parts/section.tsx'
import { useForm } from '../../../parts/forms/use-form.ts'
import { useRole } from '../../../api/use-role.ts'

export const loader = () => prefetchPages(listGrowthProjects)

/** Growth projects with what their plays do, newest first; archived ones last. */
export default function GrowthProjectsPage() {
  const words = useGrowthProjectWords()
  const { rows, ...rest } = usePages(listGrowthProjects)
  const { isOpen, opener } = useOpener(words.create, rows.length === 0)
  useTitle(words.title)
  return (
    <GrowthFrame isWide>
      <Head title={words.title} count={rest.total} text={words.text} actions={rows.length > 0 ? opener : undefined} />
      {isOpen && rows.length > 0 ? <NewGrowthProjectSection /> : null}
      <ListPage
        rows={rows.toSorted((a, b) => Number(a.archivedAt !== null) - Number(b.archivedAt !== null))}
        rest={rest}
        textOf={({ name, websiteUrl }) => `${name} ${websiteUrl}`}
        label={words.filter}
        none={<Empty title={words.none} text={words.noneText} />}
        noneFits={words.noneFits}
        wide={words.title}
        className="stacked values-at-end"
        columns={[
          { name: words.columns.project },
          ...(['plays', 'leads', 'sent', 'replied', 'waiting'] as const).map((column) => ({
            name: words.columns[column],
            className: 'num',
          })),
        ]}
      >
        {(row) => <ProjectLine key={row.id} project={row} />}
      </ListPage>
      {rows.length === 0 ? <NewGrowthProjectSection /> : null}
    </GrowthFrame>
  )
}

const ProjectLine = ({ project: { id, name, websiteUrl, archivedAt } }: { readonly project: Project }) => {
  const words = useGrowthProjectWords()
  const { columns } = words
  const { number } = useFormat()
  const { box, wasNear } = useNearViewport<HTMLTableRowElement>()
  const { data } = useLateReply(getGrowthProject, { params: { projectId: id } }, { enabled: wasNear })
  const figures = usePlayFigures(data?.plays)
  const count = (status: string) => data?.plays.filter((play) => play.status === status).length ?? 0
  return (
    <tr ref={box}>
      <th scope="row" dir="auto" className="growth-project">
        <Link to={paths.growthProject(id)}>{name}</Link>{' '}
        <span className="m">{[websiteUrl, ...(archivedAt === null ? [] : [words.archived])].join(dot)}</span>
        {data?.lastRun?.failure == null ? null : (
          <span className="not-read">
            <State glyph="wait" tone="wait">
              {words.failures[data.lastRun.failure.code]}
            </State>
          </span>
        )}
      </th>
      <NamedCell
        name={columns.plays}
        value={data === undefined ? null : words.playsOf(data.plays.length - count('archived'), count('active'))}
        isNumber
      />
      <NamedCell name={columns.leads} value={figures ? number(figures.leads) : null} isNumber />
      <NamedCell name={columns.sent} value={figures ? number(figures.sent) : null} isNumber />
      <NamedCell name={columns.replied} value={figures ? number(figures.leadsReplied) : null} isNumber />
      <NamedCell
        name={columns.waiting}
        value={
          figures === undefined ? null : figures.waitingPlayId === undefined ? undefined : (
            <Link className="waiting-mails" to={paths.growthMails(figures.waitingPlayId)}>
              <State glyph="wait" tone="wait">
                {words.mailsWait(figures.waiting)}
              </State>
            </Link>
          )
        }
        isNumber
      />
    </tr>
  )
}

type Project = Reply<typeof listGrowthProjects>[number]

/** Begins a growth project with the website of the company. */
const NewGrowthProjectSection = () => {
  const words = useGrowthProjectWords()
  const navigate = useNavigate()
  const { workspace } = useRole()
  const form = useForm(createGrowthProject, {
    name: `growth-project.${workspace.id}`,
    saved: { websiteUrl: '', notes: '' },
    then: ({ id }) => navigate(paths.growthProject(id)),
  })
  return (
    <Section title={words.create} text={words.createText}>
      <Form className="panel pad stack" error={form.error} onSubmit={form.submit}>
        <DraftField draft={form} field="websiteUrl" label={words.website} hint={words.websiteHint} type="url" />
        <DraftField draft={form} field="notes" label={words.notes} hint={words.notesHint} isLong rows={3} />
        <FormFoot of={form} verb={words.createAct} />
      </Form>
    </Section>
  )
}
