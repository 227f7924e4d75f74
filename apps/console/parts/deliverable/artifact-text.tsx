import { useSuspenseQuery } from '@tanstack/react-query'
import { ProseBlock } from '../text/prose.tsx'
import { readBounded } from '../files/read-bounded.ts'
import { sha256Of } from './snapshot.ts'
import type { ArtifactPictureInput } from './artifact-picture.tsx'
import './artifact-text.css'

/** A longer text is saved and not read here. */
const textMostBytes = 256 * 1_024

/** The text of a stored file, with its hash checked; null if its bytes cannot be shown. */
const readText = async ({ sha256, read }: Pick<ArtifactPictureInput, 'sha256' | 'read'>): Promise<string | null> => {
  try {
    const content = await read()
    const bytes = content && (await readBounded(content, textMostBytes))
    if (!bytes) return null
    const computed = await sha256Of(bytes.buffer)
    if (computed !== undefined && computed !== sha256) return null
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    // The row of the file shows why it cannot be had, once a person asks for it.
    return null
  }
}

/** One text among stored files: Markdown as paragraphs and tables, anything else as it is written. */
export const ArtifactText = ({ name, sha256, cacheKey, read }: ArtifactPictureInput) => {
  // The page waits for it, so that nothing below moves when it comes.
  const { data: text } = useSuspenseQuery({
    queryKey: ['artifact-text', cacheKey, sha256],
    queryFn: () => readText({ sha256, read }),
    // The content of a hash never changes.
    staleTime: Infinity,
  })
  if (text === null) return null
  return (
    // A keyboard has to reach a scrollable region.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="panel pad artifact-text" role="region" aria-label={name} tabIndex={0}>
      {/\.txt$/i.test(name) ? <p className="mail-text">{text}</p> : <ProseBlock text={text} />}
    </div>
  )
}
