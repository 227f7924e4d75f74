import { listAiModels } from '../../../../domains/agents/models/contract.ts'
import { useReply } from '../../api/use-operation.ts'
import { useRole } from '../../api/use-role.ts'
import { Segments, useChoice } from '../../parts/segments.tsx'
import { useMediaWords } from '../../words/media/index.ts'
import { AskForm, TranscriptionForm } from './file-forms.tsx'
import { ableModels } from './media-models.ts'
import { ImageForm, SpeechForm, VideoForm } from './text-forms.tsx'

const makes = ['image', 'speech', 'transcription', 'video', 'question'] as const
const needs = {
  image: 'images',
  speech: 'speech',
  transcription: 'transcription',
  video: 'video',
  question: 'pictures',
} as const
const forms = {
  image: ImageForm,
  speech: SpeechForm,
  transcription: TranscriptionForm,
  video: VideoForm,
  question: AskForm,
} as const

/** The form for new media; the choice is in the address. */
export const MakeMedia = () => {
  const words = useMediaWords()
  const { workspace } = useRole()
  const { data } = useReply(listAiModels, { params: { workspaceId: workspace.id } })
  const able = makes.filter((make) => ableModels(data, needs[make]).length > 0).map((make) => words.makes[make])
  const chosen = useChoice('make', makes)
  const Chosen = forms[chosen]
  return (
    <div className="panel pad stack">
      <Segments label={words.make} param="make" names={words.makes} chosen={chosen} />
      {able.length === 0 ? null : <p className="quiet">{words.able(able.join(', '))}</p>}
      <Chosen key={chosen} />
    </div>
  )
}
