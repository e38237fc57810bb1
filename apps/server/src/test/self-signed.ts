// Creates a self-signed certificate for localhost, encoded as DER (ITU-T X.690) without a library.
import { generateKeyPairSync, sign } from 'node:crypto';

export interface SelfSigned {
  key: string;
  cert: string;
}

function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const size = content.length;
  const length = size < 0x80 ? [size] : size < 0x100 ? [0x81, size] : [0x82, size >> 8, size & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}

const sequence = (...parts: Buffer[]) => der(0x30, ...parts);
const hex = (text: string) => Buffer.from(text, 'hex');
const oid = (bytes: string) => der(0x06, hex(bytes));
const time = (at: Date) => der(0x18, Buffer.from(`${at.toISOString().replace(/\.\d+|\D/g, '')}Z`));

const ecdsaWithSha256 = sequence(oid('2a8648ce3d040302'));
const commonName = sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from('localhost')))));
const subjectAltName = sequence(
  oid('551d11'),
  der(0x04, sequence(der(0x82, Buffer.from('localhost')), der(0x87, Buffer.from([127, 0, 0, 1])))),
);
const certificateAuthority = sequence(oid('551d13'), der(0x04, sequence(der(0x01, hex('ff')))));

export function createSelfSigned(): SelfSigned {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const day = 24 * 3600_000;
  const body = sequence(
    der(0xa0, der(0x02, hex('02'))),
    der(0x02, hex('01')),
    ecdsaWithSha256,
    commonName,
    sequence(time(new Date(Date.now() - day)), time(new Date(Date.now() + day))),
    commonName,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(subjectAltName, certificateAuthority)),
  );
  const signature = sign('sha256', body, privateKey);
  const whole = sequence(body, ecdsaWithSha256, der(0x03, hex('00'), signature));
  const lines = whole.toString('base64').replace(/.{64}/g, '$&\n');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  };
}
