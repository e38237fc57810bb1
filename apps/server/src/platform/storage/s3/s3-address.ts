// Reads `STORAGE_URL=s3://BUCKET/PREFIX?endpoint=…&region=…&pathStyle=true&publicEndpoint=…`.

// The limits of a part in AWS, which other stores share.
export const s3MinChunkBytes = 5 * 1024 ** 2;
export const s3MaxChunkBytes = 5 * 1024 ** 3;

export interface S3Address {
  bucket: string;
  /** Empty, or ends with `/`. */
  prefix: string;
  /** Undefined for AWS itself. */
  endpoint: string | undefined;
  /** The address at which clients reach the store, if it differs from `endpoint`. */
  publicEndpoint: string | undefined;
  region: string;
  /** The bucket is part of the path, not of the host name. */
  pathStyle: boolean;
}

export interface S3Credentials {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string;
}

/** Everything that is needed to open a store. Can be passed to a worker thread. */
export interface S3Config extends S3Address {
  /** Undefined uses the SDK's own search, which also finds the role of a machine. */
  credentials: S3Credentials | undefined;
}

const parameters = ['endpoint', 'publicEndpoint', 'region', 'pathStyle'];

/** Returns undefined for an invalid address. */
export function parseS3Address(text: string, defaultRegion = 'us-east-1'): S3Address | undefined {
  const match = /^s3:\/\/([a-z0-9][a-z0-9._-]{1,61}[a-z0-9])(\/[^?#]*)?(\?[^#]*)?$/i.exec(text);
  if (!match) return undefined;
  const [, bucket = '', path = '', query = ''] = match;
  const values = new URLSearchParams(query);
  for (const name of values.keys()) if (!parameters.includes(name)) return undefined;
  const endpoint = values.get('endpoint') || undefined;
  const publicEndpoint = values.get('publicEndpoint') || undefined;
  if (![endpoint, publicEndpoint].every((url) => url === undefined || isHttp(url))) return undefined;
  const pathStyle = values.get('pathStyle') ?? 'false';
  if (!['true', 'false'].includes(pathStyle)) return undefined;
  const folder = path.replace(/^\/+|\/+$/g, '');
  if (!/^[\w.~/-]*$/.test(folder) || folder.split('/').some((step) => step === '.' || step === '..'))
    return undefined;
  return {
    bucket,
    prefix: folder && `${folder}/`,
    endpoint,
    publicEndpoint,
    region: values.get('region') || defaultRegion,
    pathStyle: pathStyle === 'true',
  };
}

function isHttp(text: string): boolean {
  return URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);
}
