/** OpenAI's chat completions, OpenAI's responses, Anthropic's messages. */
export type ShapeName = 'chat' | 'responses' | 'messages'
