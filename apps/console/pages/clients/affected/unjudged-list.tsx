import { Link } from 'react-router'
import { Section } from '../../../parts/section.tsx'
import { paths } from '../../../paths.ts'
import { useAffectedWords } from '../../../words/affected/index.ts'
import type { Affected } from './affected.ts'

/** The deliveries with insufficient lock files. */
export const UnjudgedList = ({ unknown }: Pick<Affected, 'unknown'>) => {
  const words = useAffectedWords()
  return (
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
  )
}
