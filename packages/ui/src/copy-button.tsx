import { useState } from 'react'
import { Button } from './button.tsx'

const RESULTS = { copied: 'Copied', failed: 'Copying failed: please select the text' }

export function CopyButton({ text, children }: { text: string; children: string }) {
  const [result, setResult] = useState<keyof typeof RESULTS | null>(null)

  async function copy() {
    try {
      // Without https, `navigator.clipboard` is undefined, and this line throws.
      await navigator.clipboard.writeText(text)
      setResult('copied')
    } catch {
      setResult('failed')
    }
  }

  return (
    <>
      <Button look="outline" onClick={() => void copy()}>
        {children}
      </Button>
      <output className={`font-medium ${result === 'failed' ? 'text-danger-deep' : 'text-pistachio'}`}>
        {result && RESULTS[result]}
      </output>
    </>
  )
}
