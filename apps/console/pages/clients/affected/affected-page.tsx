import { findAffectedDeliveries } from '../../../../../domains/delivery/components/contract.ts'
import { jsonObject } from '../../../../../packages/foreign-json/index.ts'
import { purlTypes } from '../../../../../domains/delivery/components/rules.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { inputOf } from '../../../parts/forms/draft-field.tsx'
import { Options } from '../../../parts/forms/options.tsx'
import { EmptyPanel } from '../../../parts/feedback/empty.tsx'
import { SelectField, TextArea, TextField } from '../../../parts/forms/field.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import { FormFoot } from '../../../parts/forms/form-foot.tsx'
import { Head, Top, useTitle } from '../../../parts/page.tsx'
import { Section } from '../../../parts/section.tsx'
import { Segments, useChoice } from '../../../parts/forms/segments.tsx'
import { useFields } from '../../../parts/forms/use-form.ts'
import { paths } from '../../../paths.ts'
import { useAffectedWords } from '../../../words/affected/index.ts'
import { useWords } from '../../../words/shell/index.ts'
import { AffectedClient, type Affected } from './affected-client.tsx'
import { Link } from 'react-router'
import '../../settings/settings.css'
import './affected.css'

const emptyFields = { purlType: 'npm', name: '', fixed: '', vulnerability: '', record: '' }

/** The clients who were delivered a package, for the question that comes with a vulnerability. */
export default function AffectedPage() {
  const words = useAffectedWords()
  const { clients } = useWords()
  const way = useChoice('by', ['package', 'osv'])
  const form = useFields(findAffectedDeliveries, {
    saved: emptyFields,
    check: ({ name, record }) =>
      way === 'osv'
        ? { record: jsonObject(record) ? undefined : words.noRecord }
        : { name: name.trim() ? undefined : words.missing },
  })
  const { fields } = form
  const find = useOperation(findAffectedDeliveries)
  useTitle(words.title)
  const submit = () =>
    form.sendTo(() => {
      const osv = way === 'osv' ? jsonObject(fields.record) : undefined
      find.mutate({ body: osv ? { osv } : packageOf(fields) })
    })
  const vulnerability = way === 'osv' ? (find.data?.vulnerability ?? null) : fields.vulnerability.trim() || null
  return (
    <>
      <Top crumbs={[{ name: clients, to: paths.clients }, { name: words.title }]} />
      <div className="page">
        <Head title={words.title} text={words.text} />
        <Form className="panel pad stack affected-form" error={find.error} onSubmit={submit}>
          <div className="line">
            <Segments label={words.by} param="by" names={words.ways} chosen={way} />
          </div>
          {way === 'osv' ? (
            <TextArea
              {...inputOf(form, 'record', 'osv')}
              label={words.record}
              hint={words.recordHint}
              rows={8}
              spellCheck={false}
            />
          ) : (
            <>
              <div className="package-fields">
                <SelectField
                  name="purlType"
                  label={words.type}
                  value={fields.purlType}
                  onChange={({ target }) => form.set('purlType', target.value)}
                >
                  <Options of={purlTypes} />
                </SelectField>
                <TextField
                  {...inputOf(form, 'name')}
                  label={words.name}
                  hint={words.nameHint}
                  autoComplete="off"
                  spellCheck={false}
                />
              </div>
              <div className="side-by-side">
                <TextField
                  {...inputOf(form, 'fixed', 'events')}
                  label={words.fixed}
                  hint={words.fixedHint}
                  maxLength={form.mostAt('events.0.fixed')}
                  autoComplete="off"
                />
                <TextField
                  {...inputOf(form, 'vulnerability')}
                  label={words.vulnerability}
                  hint={words.vulnerabilityHint}
                  autoComplete="off"
                />
              </div>
            </>
          )}
          <FormFoot of={find} verb={words.ask} />
        </Form>
        {find.data ? <Result affected={find.data} vulnerability={vulnerability} /> : null}
      </div>
    </>
  )
}

const packageOf = ({ purlType, name, fixed, vulnerability }: typeof emptyFields) => ({
  purlType: purlTypes.find((type) => type === purlType) ?? 'npm',
  name: name.trim(),
  ...(fixed.trim() && { events: [{ introduced: '0' }, { fixed: fixed.trim() }] }),
  ...(vulnerability.trim() && { vulnerability: vulnerability.trim() }),
})

interface ResultProps {
  readonly affected: Affected
  /** The id of the vulnerability, under which notices are stored; null without an id. */
  readonly vulnerability: string | null
}

const Result = ({ affected: { withdrawnAt, clients, unknown, left, truncated }, vulnerability }: ResultProps) => {
  const words = useAffectedWords()
  const deliveries = clients.reduce((sum, client) => sum + client.deliveries.length, 0)
  return (
    <div role="status">
      {withdrawnAt === null ? null : <p>{words.withdrawn(withdrawnAt.slice(0, 10))}</p>}
      <p className="sect-head">
        {clients.length === 0 ? null : words.found(deliveries, clients.length)} {truncated ? words.more : null}
      </p>
      {clients.length === 0 ? (
        <EmptyPanel title={words.none} text={unknown.length === 0 ? words.noneText : words.noneSure} />
      ) : null}
      {clients.map((client) => (
        <AffectedClient key={client.clientAccountId} client={client} vulnerability={vulnerability} />
      ))}
      {unknown.length === 0 ? null : (
        // The deliveries with insufficient lock files.
        <Section title={words.unknown} text={words.unknownText}>
          <div className="panel rows">
            {unknown.map((one) => (
              <Link
                key={[one.repositoryId, one.commitSha, one.path, one.version].join(' ')}
                className="row rows-cheap"
                to={paths.project(one.projectId)}
              >
                <span className="grow">
                  <b className="cut t" dir="auto">
                    {[one.path ?? words.commit(one.commitSha.slice(0, 8)), one.version].filter(Boolean).join(' · ')}
                  </b>
                  <span className="m cut">{words.reasons[one.reason]}</span>
                </span>
                <span className="m cut" dir="auto">
                  {one.projectName}
                </span>
              </Link>
            ))}
          </div>
        </Section>
      )}
      {left.length === 0 ? null : (
        <Section title={words.left}>
          <ul className="panel pad">
            {left.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
        </Section>
      )}
    </div>
  )
}
