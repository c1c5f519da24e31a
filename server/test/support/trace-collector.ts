import { startHttpPeer } from './http-peer.js';

export interface CollectedSpan {
  readonly traceId: string;
  readonly spanId: string;
  /** Empty for the root of a trace. */
  readonly parentSpanId: string;
  readonly name: string;
  readonly kind: number;
  readonly failed: boolean;
  readonly attributes: Readonly<Record<string, unknown>>;
}

export interface TraceCollector {
  readonly url: string;
  readonly spans: CollectedSpan[];
  readonly resource: Record<string, unknown>;
  /** The raw text of all requests. */
  readonly text: () => string;
  close(): Promise<void>;
}

interface Sent {
  readonly resourceSpans: {
    readonly resource: { readonly attributes: Attribute[] };
    readonly scopeSpans: { readonly spans: SentSpan[] }[];
  }[];
}

interface SentSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly status?: { readonly code?: number };
  readonly attributes: Attribute[];
}

interface Attribute {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}

const failedCode = 2;

/** Receives traces as OTLP over HTTP in JSON. */
export async function startTraceCollector(): Promise<TraceCollector> {
  const spans: CollectedSpan[] = [];
  const resource: Record<string, unknown> = {};
  let text = '';
  const peer = await startHttpPeer((request, response, body) => {
    if (request.url !== '/v1/traces' || request.method !== 'POST') {
      response.writeHead(404).end();
      return;
    }
    text += body;
    for (const { resource: from, scopeSpans } of (JSON.parse(body) as Sent).resourceSpans) {
      Object.assign(resource, valuesOf(from.attributes));
      spans.push(...scopeSpans.flatMap((scope) => scope.spans.map(collected)));
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  return { url: peer.url, spans, resource, text: () => text, close: () => peer.close() };
}

const collected = ({ parentSpanId = '', status, attributes, ...span }: SentSpan): CollectedSpan => ({
  ...span,
  parentSpanId,
  failed: status?.code === failedCode,
  attributes: valuesOf(attributes),
});

const valuesOf = (attributes: readonly Attribute[]): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
