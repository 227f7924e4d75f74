import { useState, type ReactNode } from 'react'
import { type getGrowthProject } from '../../../../../domains/growth/plays/contract.ts'
import { replaceGrowthBrain } from '../../../../../domains/growth/research/contract.ts'
import { statementKinds, type StatementKind } from '../../../../../domains/growth/research/rules.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { useFormat } from '../../../format.ts'
import { Button } from '../../../parts/forms/button.tsx'
import { SelectField, TextArea } from '../../../parts/forms/field.tsx'
import { FormFoot } from '../../../parts/forms/form-foot.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import { Section } from '../../../parts/section.tsx'
import { Options } from '../../../parts/forms/options.tsx'
import { useGrowthProjectWords } from '../../../words/growth-projects/index.ts'

type Project = Reply<typeof getGrowthProject>
type Brain = NonNullable<Project['brain']>
interface TypedStatement {
  readonly id?: string
  readonly kind: StatementKind
  readonly text: string
}

interface BrainProps {
  readonly project: Project
  readonly brain: Brain
}

interface BrainSectionProps extends BrainProps {
  /** The last reading of the website, below the facts. */
  readonly children: ReactNode
}

/** The facts of the company, statement by statement, each with its page and the quoted words. */
export const BrainSection = ({ project, brain, children }: BrainSectionProps) => {
  const words = useGrowthProjectWords()
  const { day } = useFormat()
  const [isEdited, setEdited] = useState(false)
  const edit = (
    <Button size="small" onClick={() => setEdited(true)}>
      {words.edit}
    </Button>
  )
  return (
    <Section
      title={words.brain}
      text={words.version(brain.version, words.sources[brain.source], day(brain.createdAt))}
      action={isEdited || project.archivedAt !== null ? null : edit}
    >
      {isEdited ? (
        <BrainForm project={project} brain={brain} onClose={() => setEdited(false)} />
      ) : (
        <ul className="panel rows">
          {brain.statements.map(({ id, kind, text, pageUrl, quote }) => (
            <li key={id} className="row person">
              <div className="who">
                <span className="quiet">{words.kinds[kind]}</span>
                <b dir="auto">{text}</b>
                {pageUrl === null ? null : (
                  <span className="quiet" dir="auto">
                    <q>{quote}</q>{' '}
                    <a className="link" href={pageUrl} target="_blank" rel="noreferrer">
                      {pageUrl}
                    </a>
                  </span>
                )}
                {/* The head of a list by a person names the person already. */}
                {pageUrl === null && brain.source !== 'person' ? <span className="quiet">{words.byPerson}</span> : null}
              </div>
            </li>
          ))}
        </ul>
      )}
      {children}
    </Section>
  )
}

const BrainForm = ({ project, brain, onClose }: BrainProps & { readonly onClose: () => void }) => {
  const words = useGrowthProjectWords()
  const [typed, setTyped] = useState<readonly TypedStatement[]>(() =>
    brain.statements.map(({ id, kind, text }) => ({ id, kind, text })),
  )
  const save = useOperation(replaceGrowthBrain, { then: onClose })
  const change = (at: number, changed: Partial<TypedStatement>) =>
    setTyped(typed.map((one, index) => (index === at ? { ...one, ...changed } : one)))
  const submit = () =>
    save.mutate({ params: { projectId: project.id }, body: { version: brain.version, statements: [...typed] } })
  return (
    <Form className="panel pad stack" error={save.error} onSubmit={submit}>
      {typed.map((one, at) => (
        <fieldset key={one.id ?? at}>
          <legend>{words.statement(at + 1)}</legend>
          <SelectField
            name={`statements[${at}].kind`}
            label={words.kind}
            value={one.kind}
            onChange={(event) => change(at, { kind: event.target.value as StatementKind })}
          >
            <Options of={statementKinds} names={words.kinds} />
          </SelectField>
          <TextArea
            name={`statements[${at}].text`}
            label={words.statementText}
            rows={2}
            maxLength={500}
            value={one.text}
            onChange={(event) => change(at, { text: event.target.value })}
          />
          <Button size="small" onClick={() => setTyped(typed.filter((_one, index) => index !== at))}>
            {words.removeStatement(at + 1)}
          </Button>
        </fieldset>
      ))}
      <div className="line">
        <Button size="small" onClick={() => setTyped([...typed, { kind: 'does', text: '' }])}>
          {words.addStatement}
        </Button>
      </div>
      <p className="quiet">{words.editMeans}</p>
      <FormFoot of={save} verb={words.save} onCancel={onClose} />
    </Form>
  )
}
