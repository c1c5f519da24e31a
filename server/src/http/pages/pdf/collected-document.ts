import PDFDocument from 'pdfkit';

/** Collects the document in memory: streaming its hundreds of small chunks would cost more than creating them. */
export class CollectedDocument extends PDFDocument {
  // Not initialized here: the parent's constructor already writes.
  declare private chunks: Uint8Array[] | undefined;
  declare private isComplete: (() => void) | undefined;

  override push(chunk: Uint8Array | null): boolean {
    if (chunk === null) this.isComplete?.();
    else (this.chunks ??= []).push(chunk);
    return true;
  }

  /** Operators are Latin-1. The library would copy them character by character. */
  override addContent(operators: string): this {
    this.page.write(Buffer.from(`${operators}\n`, 'latin1'));
    return this;
  }

  /** Ends the document. Waits for pictures that are still being decompressed. */
  async bytes(): Promise<Buffer> {
    const completed = new Promise<void>((resolve) => {
      this.isComplete = resolve;
    });
    this.end();
    await completed;
    return Buffer.concat(this.chunks ?? []);
  }
}
