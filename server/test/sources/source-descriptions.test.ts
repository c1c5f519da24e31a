import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { labelOf } from '../../../printers/src/description.js';
import { community, type PrinterAgent, snmpd, startPrinterAgent } from '../support/printer-agent.js';
import { readBySnmp } from '../support/read-snmp.js';

const modelOf = (index: number, text: string): string =>
  `override 1.3.6.1.2.1.25.3.2.1.3.${index} octet_str "${text}"`;
/** `sysName` in a message. */
const sysName = Buffer.from([0x2b, 6, 1, 2, 1, 1, 5]);
const asked = 0xa5;
const answered = 0xa2;

/** The agent behind a firmware that treats questions for the name of the host in its own way. */
async function behind({ port }: PrinterAgent, onSysName?: (question: Buffer) => Buffer | undefined) {
  const line = createSocket('udp4');
  let requests = 0;
  line.on('message', (question, asker) => {
    requests++;
    if (onSysName && question.includes(sysName)) {
      const answer = onSysName(question);
      if (answer) line.send(answer, asker.port, asker.address);
      return;
    }
    const toAgent = createSocket('udp4');
    toAgent.once('message', (answer) => {
      toAgent.close();
      line.send(answer, asker.port, asker.address);
    });
    toAgent.send(question, port, '127.0.0.1');
  });
  line.bind(0, '127.0.0.1');
  await once(line, 'listening');
  return {
    url: `snmp://127.0.0.1:${line.address().port}`,
    requests: () => requests,
    stop: () => void line.close(),
  };
}

describe.skipIf(snmpd.missing)('The name and the model of a printer by SNMP', () => {
  let agent: PrinterAgent;
  let url: string;
  beforeAll(async () => {
    agent = await startPrinterAgent({
      printers: [],
      settings: [
        'sysName Lobby\u00e9',
        modelOf(1, 'Acme  Laser\t5'),
        modelOf(2, 'Acme Network Card'),
        'view counters included .1.3.6.1.2.1.43',
        'rocommunity only-counters default -V counters',
      ],
    });
    url = `snmp://${agent.address}`;
    await agent.show([{ serial: 'NAMED-1', markers: [['sheets', 5]] }]);
  });
  afterAll(() => agent.stop());

  const counted = { device: 'NAMED-1', total: 5, unit: 'sheets' };
  const read = async (given: Parameters<typeof readBySnmp>[1] = {}, at = url) =>
    (await readBySnmp(at, { isInteractive: false, ...given })).readings;

  it('are read in the same question as its count', async () => {
    const line = await behind(agent);
    expect(await read({}, line.url)).toEqual([{ ...counted, name: 'Lobbyé', model: 'Acme Laser 5' }]);
    expect(line.requests()).toBe(1);
    line.stop();
  });

  it('are not asked for while someone waits', async () => {
    expect(await read({ isInteractive: true })).toEqual([counted]);
  });

  it('are missing if the printer does not show them to the reader', async () => {
    expect(await read({ password: 'only-counters' })).toEqual([counted]);
  });

  it('are missing if the printer refuses the question, which costs one more', async () => {
    // The number of single values becomes the status of an error.
    const line = await behind(agent, (question) => {
      const answer = Buffer.from(question);
      answer[answer.indexOf(Buffer.from([...Buffer.from(community), asked])) + community.length] = answered;
      return answer;
    });
    expect(await read({}, line.url)).toEqual([counted]);
    expect(line.requests()).toBe(2);
    line.stop();
  });

  it('are missing if the printer never answers questions for them', async () => {
    const line = await behind(agent, () => undefined);
    expect(await read({}, line.url)).toEqual([counted]);
    line.stop();
  });

  it('belong to one of several printers only if they are its own', async () => {
    await agent.show([
      { serial: 'NAMED-1', markers: [['sheets', 5]] },
      { serial: 'NAMED-3', markers: [['sheets', 7]] },
    ]);
    expect(await read()).toEqual([
      { ...counted, model: 'Acme Laser 5' },
      { device: 'NAMED-3', total: 7, unit: 'sheets' },
    ]);
  });
});

describe('The text of a name', () => {
  it.each([
    ['  Second\u0000 floor\r\n\u202eleft ', 'Second floor left'],
    ['x'.repeat(300), 'x'.repeat(255)],
    [`${'x'.repeat(254)}\u{1f5a8}`, 'x'.repeat(254)],
    [`${'x'.repeat(254)} y`, 'x'.repeat(254)],
    ['\u0007', undefined],
    ['', undefined],
    [['a', 'b'], undefined],
    [7, undefined],
  ])('%j is %j', (given, label) => {
    expect(labelOf(given)).toBe(label);
  });
});
