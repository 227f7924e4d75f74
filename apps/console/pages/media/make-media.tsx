import { Segments, useChoice } from '../../parts/segments.tsx'
import { useMediaWords } from '../../words/media/index.ts'
import { AskForm, TranscriptionForm } from './file-forms.tsx'
import { ImageForm, SpeechForm, VideoForm } from './text-forms.tsx'

const makes = ['image', 'speech', 'transcription', 'video', 'question'] as const
const forms = {
  image: ImageForm,
  speech: SpeechForm,
  transcription: TranscriptionForm,
  video: VideoForm,
  question: AskForm,
} as const

/** The form of what is to be made; the choice is in the address. */
export const MakeMedia = () => {
  const words = useMediaWords()
  const chosen = useChoice('make', makes)
  const Chosen = forms[chosen]
  return (
    <div className="panel pad stack">
      <Segments label={words.make} param="make" names={words.makes} chosen={chosen} />
      <Chosen key={chosen} />
    </div>
  )
}
