import { Link } from 'react-router'
import {
  addClientAccountProject,
  listClientAccountProjects,
  removeClientAccountProject,
} from '../../../../../domains/accounts/clients/contract/accounts.ts'
import { listProjects } from '../../../../../domains/code/projects/contract.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { useLateRows, usePages } from '../../../api/use-pages.ts'
import { ConfirmButton } from '../../../parts/forms/confirm-button.tsx'
import { Refusal } from '../../../parts/feedback/refusal.tsx'
import { Section } from '../../../parts/section.tsx'
import { PartialRows } from '../../../parts/list/partial-rows.tsx'
import { NamedOptions } from '../../../parts/forms/options.tsx'
import { paths } from '../../../paths.ts'
import { useSettingsWords } from '../../../words/settings/index.ts'
import { of } from './client-input.ts'

/** The projects of a customer. Assigning a project grants no access. */
export const ClientProjects = ({ id, isOpen }: { readonly id: string; readonly isOpen: boolean }) => {
  const words = useSettingsWords().clients
  const { rows: projects, ...rest } = usePages(listClientAccountProjects, of(id))
  const { data: all = [], cutAt } = useLateRows(listProjects, 5_000)
  const add = useOperation(addClientAccountProject)
  const own = new Set(projects.map((one) => one.id))
  const others = all.filter((one) => one.archivedAt === null && !own.has(one.id))
  return (
    <Section
      title={words.projects}
      text={words.projectsText}
      action={
        isOpen && others.length > 0 ? (
          <select
            className="input role"
            value=""
            disabled={add.isPending}
            aria-label={words.addProject}
            onChange={(event) => add.mutate({ params: { id, projectId: event.target.value } })}
          >
            <option value="">{words.addProject}</option>
            <NamedOptions of={others} cutAt={cutAt} />
          </select>
        ) : null
      }
    >
      <Refusal error={add.error} />
      <div className="panel rows">
        {projects.length === 0 ? <p className="pad quiet">{words.noProjects}</p> : null}
        <PartialRows rows={projects} rest={rest}>
          {({ id: projectId, name }) => (
            <div key={projectId} className="row rows-cheap">
              <Link className="cut grow t" dir="auto" title={name} to={paths.project(projectId)}>
                {name}
              </Link>
              {isOpen ? (
                <ConfirmButton
                  size="small"
                  aria-label={words.takeOutOf(name)}
                  label={words.takeOut}
                  operation={removeClientAccountProject}
                  input={{ params: { id, projectId } }}
                  title={words.takeOutTitle(name)}
                  keep={words.keep}
                >
                  <p>{words.takeOutMeans}</p>
                </ConfirmButton>
              ) : null}
            </div>
          )}
        </PartialRows>
      </div>
    </Section>
  )
}
