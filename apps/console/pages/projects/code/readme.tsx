import { getProjectFileContent } from '../../../../../domains/delivery/repository-reads/contract.ts'
import { useLateReply } from '../../../api/use-operation.ts'
import { ProseBlock } from '../../../parts/prose.tsx'
import { useCodeLocation } from './code-frame.tsx'

interface ReadmeProps {
  readonly id: string
  readonly files: readonly string[]
  readonly folder: string
}

/** The README of a folder below its list, if it has one. */
export const Readme = ({ id, files, folder }: ReadmeProps) => {
  const { of } = useCodeLocation()
  const above = folder === '' ? '' : `${folder}/`
  const path = files.find((file) => file.toLowerCase() === `${above}readme.md`.toLowerCase())
  const query = { ...of, path: path ?? '' }
  const { data } = useLateReply(getProjectFileContent, { params: { id }, query }, { enabled: path !== undefined })
  if (path === undefined || !data?.content) return null
  const name = path.slice(above.length)
  return (
    <section className="sect" aria-label={name}>
      <div className="sect-head">
        <h2 className="mono">{name}</h2>
      </div>
      <div className="panel pad">
        <ProseBlock text={data.content} />
      </div>
    </section>
  )
}
