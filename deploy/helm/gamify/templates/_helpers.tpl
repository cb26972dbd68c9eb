{{- define "gamify.name" -}}
{{- $name := ternary .Release.Name (printf "%s-gamify" .Release.Name) (contains "gamify" .Release.Name) -}}
{{- $name | trunc 52 | trimSuffix "-" -}}
{{- end -}}

{{- define "gamify.nodes" -}}
{{- printf "%s-nodes" (include "gamify.name" .) -}}
{{- end -}}

{{- define "gamify.labels" -}}
{{ include "gamify.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end -}}

{{- define "gamify.selector" -}}
app.kubernetes.io/name: gamify
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- /* The log servers, each by its own name, so that a node finds another one while one of them starts. */ -}}
{{- define "gamify.journal" -}}
{{- if .Values.log.servers -}}
{{- .Values.log.servers -}}
{{- else -}}
{{- if not .Values.nats.enabled -}}
{{- fail "set log.servers to your log servers, or nats.enabled to true" -}}
{{- end -}}
{{- /* As the chart of NATS names its servers. */ -}}
{{- $name := ternary .Release.Name (printf "%s-nats" .Release.Name) (contains "nats" .Release.Name) -}}
{{- $servers := list -}}
{{- range $i := until (int .Values.nats.config.cluster.replicas) -}}
{{- $servers = append $servers (printf "nats://%s-%d.%s-headless" $name $i $name) -}}
{{- end -}}
{{- join "," $servers -}}
{{- end -}}
{{- end -}}

{{- define "gamify.secret" -}}
{{- .Values.clientSecret.existingSecret | default (printf "%s-client" (include "gamify.name" .)) -}}
{{- end -}}
