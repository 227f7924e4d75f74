import { Link } from 'react-router'
import { listProjectHistory } from '../../../../../domains/delivery/repository-reads/contract.ts'
import { useFirstRowsLater } from '../../../api/use-operation.ts'
import { useAges, useFormat } from '../../../format.ts'
import { Refusal } from '../../../parts/feedback/refusal.tsx'
import { Seal } from '../../../parts/text/seal.tsx'
import { paths } from '../../../paths.ts'
import { useProjectWords } from '../../../words/project/index.ts'

/** The newest state of the project's files, by its seal. */
export const LatestRevision = ({ projectId }: { readonly projectId: string }) => {
  const words = useProjectWords().overview
  const { whole } = useFormat()
  const { agoInWords } = useAges()
  const { data, error } = useFirstRowsLater(listProjectHistory, { params: { id: projectId }, query: { limit: 1 } })
  const newest = data?.[0]
  return (
    <section>
      <div className="sect-head">
        <h2>{words.revision}</h2>
      </div>
      <div className="panel pad revision">
        <Refusal error={error} />
        {data && !newest ? <p className="soft">{words.noRevision}</p> : null}
        {newest ? (
          <>
            <Link className="link" dir="auto" to={paths.revision(projectId, newest.revisionId)}>
              {newest.cycleTitle ?? words.sources[newest.source]}
            </Link>
            <p className="line wrap quiet">
              <span title={whole(newest.createdAt)}>
                {words.number(newest.generation)}&nbsp;· {agoInWords(newest.createdAt)}&nbsp;·{' '}
                <span className="mono" title={newest.commitSha}>
                  {newest.commitSha.slice(0, 7)}
                </span>
              </span>
            </p>
            <Seal sha256={newest.manifestSha256} />
          </>
        ) : null}
      </div>
    </section>
  )
}
